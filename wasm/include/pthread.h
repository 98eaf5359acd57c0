/* wasm/include/pthread.h - one thread: what is to run beside runs at once. */
#ifndef WASM_PTHREAD_H
#define WASM_PTHREAD_H

typedef int pthread_t;

static inline int pthread_create(pthread_t *t, const void *attributes, void *(*run)(void *),
                                 void *ctx)
{
    (void)attributes;
    *t = 0;
    run(ctx);
    return 0;
}

static inline int pthread_join(pthread_t t, void **result)
{
    (void)t;
    (void)result;
    return 0;
}

#endif
