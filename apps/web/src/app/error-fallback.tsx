import { isChunkError } from './chunk-errors.ts'
import styles from './error-fallback.module.css'

type Props = { error: unknown }

/** Replaces a part of the page that failed to render. */
export function ErrorFallback({ error }: Props) {
  return (
    <div className={styles['box']} role="alert">
      {isChunkError(error) ? (
        <p className={styles['title']}>
          We couldn't load this part of the page. Check your connection, then reload the page.
        </p>
      ) : (
        <>
          <p className={styles['title']}>Something went wrong:</p>
          <pre className={styles['text']}>{error instanceof Error ? error.message : String(error)}</pre>
        </>
      )}
      <button type="button" className={styles['reload']} onClick={() => location.reload()}>
        Reload the page
      </button>
    </div>
  )
}
