/* server/guard.c - heads of requests that are not taken, before anything else looks at them. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/http.h"
#include "server/own.h"

/* Bodies that say they are far too large are not read at all. */
enum { FAR_TOO_LARGE = SRV_RECORD };

static const char *header_of(struct MHD_Connection *con, const char *name)
{
    return MHD_lookup_connection_value(con, MHD_HEADER_KIND, name);
}

static bool has_body(struct MHD_Connection *con)
{
    const char *n = header_of(con, "Content-Length");

    return (n && strcmp(n, "0") != 0) || header_of(con, "Transfer-Encoding");
}

static bool says_too_large(struct MHD_Connection *con)
{
    const char *n = header_of(con, "Content-Length");

    return n && (strlen(n) > 7 || atol(n) > FAR_TOO_LARGE);
}

struct heads {
    int lengths, codings, hosts;
    bool bad_length, bad_coding, bad_name;
};

static bool is_number(const char *text)
{
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* The letters a header's name may have; a blank before the colon is a trick. */
static bool is_name(const char *text, size_t n)
{
    static const char more[] = "!#$%&'*+-.^_`|~";

    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)text[i]) && (!text[i] || !strchr(more, text[i])))
            return false;
    return n > 0;
}

static enum MHD_Result count_head(void *ctx, enum MHD_ValueKind kind, const char *key,
                                  size_t key_size, const char *value, size_t value_size)
{
    struct heads *h = ctx;

    (void)kind;
    if (!is_name(key, key_size) || (value && strlen(value) != value_size))
        h->bad_name = true;
    if (strcasecmp(key, "Content-Length") == 0) {
        h->lengths++;
        h->bad_length = h->bad_length || !value || !is_number(value);
    } else if (strcasecmp(key, "Transfer-Encoding") == 0) {
        h->codings++;
        h->bad_coding = h->bad_coding || !value || strcasecmp(value, "chunked") != 0;
    } else if (strcasecmp(key, "Host") == 0) {
        h->hosts++;
    }
    return MHD_YES;
}

/* Two programs could read such a request differently, and one of them see a second request
 * in its body. What is wrong with it, or NULL. */
static const char *smuggles(struct MHD_Connection *con)
{
    struct heads h = { 0 };

    MHD_get_connection_values_n(con, MHD_HEADER_KIND, count_head, &h);
    if (h.bad_name)
        return "A header of the request is malformed.";
    if (h.lengths > 1 || h.bad_length)
        return "A request has one Content-Length, a number.";
    if (h.codings > 1 || h.bad_coding)
        return "The only Transfer-Encoding is chunked.";
    if (h.lengths && h.codings)
        return "A request has a Content-Length or a Transfer-Encoding, not both.";
    return h.hosts > 1 ? "A request has one Host." : NULL;
}

/* On this machine only, without a proxy: a page of the net whose name was bent to point here
 * (DNS rebinding) comes with that name. Names without a dot and addresses are our own. */
static bool foreign_host(struct MHD_Connection *con)
{
    bool local = strncmp(srv->o.bind, "127.", 4) == 0 || strcmp(srv->o.bind, "::1") == 0;
    const char *host = local && !srv->o.proxy ? header_of(con, "Host") : NULL;

    if (!host || host[0] == '[')
        return false;
    size_t n = strcspn(host, ":");
    bool number = strspn(host, "0123456789.") == n;
    bool own = n >= 10 && strncasecmp(host + n - 10, ".localhost", 10) == 0;
    return memchr(host, '.', n) && !number && !own;
}

bool srv_is_read(const char *method)
{
    return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

bool srv_guard(struct MHD_Connection *con, const char *method, struct srv_bad_head *bad)
{
    const char *trick = smuggles(con);

    *bad = (struct srv_bad_head){ 0, NULL, NULL };
    if (trick)
        *bad = (struct srv_bad_head){ 400, "syntax", trick };
    else if (foreign_host(con))
        *bad = (struct srv_bad_head){
            403, "turn",
            "This server is for this machine; behind a proxy start it with --proxy."
        };
    else if (srv_is_read(method) && has_body(con))
        *bad = (struct srv_bad_head){ 400, "syntax", "A request that reads has no body." };
    else if (says_too_large(con))
        *bad = (struct srv_bad_head){ 413, "full", "A body has at most 64 KiB." };
    return !bad->status;
}
