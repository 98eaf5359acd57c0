/* server/page.c - the files of the page, kept in memory, read again when they change. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "server/own.h"

enum { PATH = 512, MOST_FILE = 16 << 20, MOST_FILES = 512 };

struct kept {
    struct kept *next;
    char path[PATH];
    struct timespec changed;
    off_t size;
    struct srv_file file;
};

/* Bytes that somebody may still be reading. */
struct old {
    char *bytes;
    struct old *next;
};

struct srv_page {
    pthread_mutex_t lock;
    char folder[PATH];
    struct kept *files;
    int file_count;
    struct old *aside;
};

bool srv_gzip(const char *bytes, size_t n, char **out, size_t *size)
{
    z_stream z;
    uLong room;

    memset(&z, 0, sizeof z);
    if (deflateInit2(&z, 4, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    room = deflateBound(&z, (uLong)n);
    *out = malloc(room);
    TC_BUG_ON(!*out);
    z.next_in = (Bytef *)(uintptr_t)bytes;
    z.avail_in = (uInt)n;
    z.next_out = (Bytef *)*out;
    z.avail_out = (uInt)room;
    bool good = deflate(&z, Z_FINISH) == Z_STREAM_END;
    *size = z.total_out;
    deflateEnd(&z);
    if (!good)
        free(*out);
    return good;
}

/* --- Where the page lies -------------------------------------------------------------- */

static bool has_index(const char *path)
{
    char file[PATH + 16];

    snprintf(file, sizeof file, "%s/index.html", path);
    return access(file, R_OK) == 0;
}

static void look_beside(void)
{
    static const char *const where[] = { "web", "../share/tricorne/web", "../web/dist" };
    char exe[PATH / 2];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);

    if (n <= 0)
        return;
    exe[n] = '\0';
    *strrchr(exe, '/') = '\0';
    for (size_t i = 0; i < sizeof where / sizeof where[0]; i++) {
        snprintf(srv->page->folder, sizeof srv->page->folder, "%s/%s", exe, where[i]);
        if (has_index(srv->page->folder))
            return;
    }
    srv->page->folder[0] = '\0';
}

struct srv_page *srv_page_new(void)
{
    struct srv_page *p = calloc(1, sizeof *p);

    TC_BUG_ON(!p);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void srv_page_open(void)
{
    if (srv->o.page)
        snprintf(srv->page->folder, sizeof srv->page->folder, "%s", srv->o.page);
    else
        look_beside();
    if (!srv->page->folder[0] || !has_index(srv->page->folder))
        srv_log("info", "page",
                json_pack("{ss}", "text",
                          "There is no page beside the program; the API alone "
                          "is served. --page names its folder."));
}

static void free_kept(struct kept *k)
{
    free(k->file.bytes);
    free(k->file.packed);
    free(k);
}

void srv_page_free(struct srv_page *p)
{
    while (p && p->aside) {
        struct old *o = p->aside;
        p->aside = o->next;
        free(o->bytes);
        free(o);
    }
    while (p && p->files) {
        struct kept *k = p->files;
        p->files = k->next;
        free_kept(k);
    }
    free(p);
}

/* --- Files -------------------------------------------------------------------------------- */

static const char *type_of(const char *path)
{
    static const struct {
        const char *end, *type;
    } known[] = {
        { ".html", "text/html; charset=utf-8" },
        { ".js", "text/javascript; charset=utf-8" },
        { ".mjs", "text/javascript; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" },
        { ".svg", "image/svg+xml" },
        { ".png", "image/png" },
        { ".jpg", "image/jpeg" },
        { ".webp", "image/webp" },
        { ".ico", "image/vnd.microsoft.icon" },
        { ".json", "application/json" },
        { ".webmanifest", "application/manifest+json" },
        { ".map", "application/json" },
        { ".txt", "text/plain; charset=utf-8" },
        { ".woff2", "font/woff2" },
        { ".woff", "font/woff" },
        { ".wasm", "application/wasm" },
    };
    const char *dot = strrchr(path, '.');

    for (size_t i = 0; dot && i < sizeof known / sizeof known[0]; i++)
        if (strcmp(dot, known[i].end) == 0)
            return known[i].type;
    return "application/octet-stream";
}

static bool packs_well(const char *type)
{
    return strncmp(type, "text/", 5) == 0 || strstr(type, "json") || strstr(type, "svg") ||
           strstr(type, "wasm");
}

/* Plain names only: nothing that begins with a dot, no way up, no odd characters. */
static bool is_safe(const char *path)
{
    char before = '/';

    for (const char *p = path; *p; before = *p++) {
        bool plain = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
                     (*p >= '0' && *p <= '9') || *p == '-' || *p == '_';
        if (!plain && *p != '.' && *p != '/')
            return false;
        if (before == '/' && (*p == '.' || *p == '/'))
            return false;
    }
    return strlen(path) < PATH / 2;
}

static bool read_all(int fd, char *to, size_t n)
{
    for (size_t got = 0; got < n;) {
        ssize_t k = read(fd, to + got, n - got);
        if (k <= 0 && !(k < 0 && errno == EINTR))
            return false;
        got += k > 0 ? (size_t)k : 0;
    }
    return true;
}

/* What a file was before it changed; kept to the end, since answers point to it. */
static void set_aside(char *bytes)
{
    struct old *o = bytes ? malloc(sizeof *o) : NULL;

    if (!o)
        return;
    *o = (struct old){ bytes, srv->page->aside };
    srv->page->aside = o;
}

static bool fill(struct kept *k, int fd, const struct stat *st)
{
    struct srv_file *f = &k->file;

    set_aside(f->bytes); /* somebody may be reading it */
    set_aside(f->packed);
    memset(f, 0, sizeof *f);
    f->size = (size_t)st->st_size;
    f->bytes = malloc(f->size + 1);
    TC_BUG_ON(!f->bytes);
    if (!read_all(fd, f->bytes, f->size))
        return false;
    f->type = type_of(k->path);
    f->forever = strncmp(k->path, "assets/", 7) == 0;
    k->changed = st->st_mtim;
    k->size = st->st_size;
    snprintf(f->tag, sizeof f->tag, "\"%016llx\"",
             (unsigned long long)tc_hash(f->bytes, f->size, 0));
    if (packs_well(f->type) && f->size > 512 &&
        !srv_gzip(f->bytes, f->size, &f->packed, &f->packed_size))
        f->packed = NULL;
    return true;
}

static struct kept *find_kept(const char *path)
{
    for (struct kept *k = srv->page->files; k; k = k->next)
        if (strcmp(k->path, path) == 0)
            return k;
    if (srv->page->file_count == MOST_FILES)
        return NULL;
    struct kept *k = calloc(1, sizeof *k);
    TC_BUG_ON(!k);
    snprintf(k->path, sizeof k->path, "%s", path);
    k->next = srv->page->files;
    srv->page->files = k;
    srv->page->file_count++;
    return k;
}

/* With the lock held. */
static bool find(const char *path, int fd, struct srv_file *out)
{
    struct stat st;

    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > MOST_FILE)
        return false;
    struct kept *k = find_kept(path);
    if (!k)
        return false;
    bool same = k->file.bytes && k->size == st.st_size &&
                k->changed.tv_sec == st.st_mtim.tv_sec &&
                k->changed.tv_nsec == st.st_mtim.tv_nsec;
    if (!same && !fill(k, fd, &st))
        return false;
    *out = k->file;
    return true;
}

bool srv_page_find(const char *path, struct srv_file *out)
{
    char full[2 * PATH];

    if (!srv->page->folder[0] || !is_safe(path))
        return false;
    if (!*path)
        path = "index.html";
    snprintf(full, sizeof full, "%s/%s", srv->page->folder, path);
    int fd = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    pthread_mutex_lock(&srv->page->lock);
    bool found = find(path, fd, out);
    pthread_mutex_unlock(&srv->page->lock);
    close(fd);
    return found;
}
