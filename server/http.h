/* server/http.h - what libmicrohttpd calls, for the daemons. */
#ifndef SRV_HTTP_H
#define SRV_HTTP_H

#include <microhttpd.h>
#include <stdbool.h>

enum MHD_Result srv_http_handle(void *cls, struct MHD_Connection *con, const char *url,
                                const char *method, const char *version, const char *data,
                                size_t *size, void **context);
void srv_http_end(void *cls, struct MHD_Connection *con, void **context,
                  enum MHD_RequestTerminationCode code);
void srv_http_connection(void *cls, struct MHD_Connection *con, void **context,
                         enum MHD_ConnectionNotificationCode code);
void *srv_http_uri(void *cls, const char *uri, struct MHD_Connection *con);

/* May the request be read any further (guard.c)? If not, *bad says why. */
struct srv_bad_head {
    int status;
    const char *code, *text;
};
bool srv_guard(struct MHD_Connection *con, const char *method, struct srv_bad_head *bad);
bool srv_is_read(const char *method); /* GET or HEAD */

/* Who asks; source is what limits count. */
void srv_read_address(struct MHD_Connection *con, char address[64], char source[64]);
void srv_read_peer(struct MHD_Connection *con, char source[64]); /* of the connection itself */
void srv_say_source(const struct sockaddr *at, char source[64]);
enum MHD_Result srv_http_accept(void *cls, const struct sockaddr *at, socklen_t n);

/* Requests that workers have. */
int srv_http_calls(void);

#endif
