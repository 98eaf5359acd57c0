/* server/address.c - whose request is it: the peer's address, or what our own proxy says. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "server/http.h"
#include "server/own.h"

/* Of several lines the last one, of several values the last: that is what our proxy added. */
static enum MHD_Result keep_last(void *ctx, enum MHD_ValueKind kind, const char *key,
                                 const char *value)
{
    const char **last = ctx;

    (void)kind;
    if (strcasecmp(key, "X-Forwarded-For") == 0)
        *last = value;
    return MHD_YES;
}

static const char *forwarded(struct MHD_Connection *con)
{
    const char *last = NULL;

    MHD_get_connection_values(con, MHD_HEADER_KIND, keep_last, &last);
    const char *comma = last ? strrchr(last, ',') : NULL;
    last = comma ? comma + 1 : last;
    return last ? last + strspn(last, " \t") : NULL;
}

static bool read_text(const char *text, struct in6_addr *out)
{
    char one[INET6_ADDRSTRLEN];
    struct in_addr four;
    size_t n = strcspn(text, " \t");

    if (n == 0 || n >= sizeof one || text[n + strspn(text + n, " \t")])
        return false;
    memcpy(one, text, n);
    one[n] = '\0';
    if (inet_pton(AF_INET6, one, out) == 1)
        return true;
    if (inet_pton(AF_INET, one, &four) != 1)
        return false;
    memset(out, 0, sizeof *out);
    out->s6_addr[10] = out->s6_addr[11] = 0xff;
    memcpy(&out->s6_addr[12], &four, sizeof four);
    return true;
}

static void from_socket(const struct sockaddr *at, struct in6_addr *out)
{
    memset(out, 0, sizeof *out);
    if (at->sa_family == AF_INET6) {
        *out = ((const struct sockaddr_in6 *)(const void *)at)->sin6_addr;
    } else if (at->sa_family == AF_INET) {
        out->s6_addr[10] = out->s6_addr[11] = 0xff;
        memcpy(&out->s6_addr[12], &((const struct sockaddr_in *)(const void *)at)->sin_addr, 4);
    }
}

static bool read_peer(struct MHD_Connection *con, struct in6_addr *out)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(con, MHD_CONNECTION_INFO_CLIENT_ADDRESS);

    if (!info || !info->client_addr)
        return false;
    from_socket(info->client_addr, out);
    return true;
}

static void say(const struct in6_addr *a, char out[64])
{
    if (IN6_IS_ADDR_V4MAPPED(a))
        inet_ntop(AF_INET, &a->s6_addr[12], out, 64);
    else
        inet_ntop(AF_INET6, a, out, 64);
}

/* Of IPv6 a network counts as one. */
static void say_source(struct in6_addr a, char out[64])
{
    if (!IN6_IS_ADDR_V4MAPPED(&a))
        memset(&a.s6_addr[8], 0, 8);
    say(&a, out);
}

void srv_say_source(const struct sockaddr *at, char source[64])
{
    struct in6_addr a;

    from_socket(at, &a);
    say_source(a, source);
}

void srv_read_peer(struct MHD_Connection *con, char source[64])
{
    struct in6_addr a;

    source[0] = '\0';
    if (read_peer(con, &a))
        say_source(a, source);
}

/* Somebody behind a proxy we were not told of: everybody would share one bucket. */
static void warn_once(void)
{
    static atomic_flag said = ATOMIC_FLAG_INIT;

    if (!atomic_flag_test_and_set(&said))
        srv_log(
            "warning", "proxy",
            json_pack("{ss}", "text",
                      "X-Forwarded-For was seen; behind a proxy start with --proxy, else all "
                      "its clients count as one."));
}

void srv_read_address(struct MHD_Connection *con, char address[64], char source[64])
{
    const char *said = forwarded(con);
    struct in6_addr a;

    if (said && !srv->o.proxy)
        warn_once();
    if (!(said && srv->o.proxy && read_text(said, &a)) && !read_peer(con, &a)) {
        address[0] = source[0] = '\0';
        return;
    }
    say(&a, address);
    say_source(a, source);
}
