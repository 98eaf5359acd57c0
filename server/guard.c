/* server/guard.c - heads of requests that are not taken, before anything else looks at them. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/http.h"

/* Bodies that say they are far too large are not read at all. */
enum { FAR_TOO_LARGE = 1 << 20 };

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

bool srv_is_read(const char *method)
{
    return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

bool srv_guard(struct MHD_Connection *con, const char *method, struct srv_bad_head *bad)
{
    *bad = (struct srv_bad_head){ 0, NULL, NULL };
    if (srv_is_read(method) && has_body(con))
        *bad = (struct srv_bad_head){ 400, "syntax", "A request that reads has no body." };
    else if (says_too_large(con))
        *bad = (struct srv_bad_head){ 413, "full", "A body has at most 64 KiB." };
    return !bad->status;
}
