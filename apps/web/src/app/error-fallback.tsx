import { isChunkError } from './chunk-errors.ts'
import styles from './error-fallback.module.css'

type Props = { error: unknown }

/** What shows in place of a page that could not be drawn. */
export function ErrorFallback({ error }: Props) {
  return (
    <div className={styles['box']} role="alert">
      {isChunkError(error) ? (
        <p className={styles['title']}>
          This part of the page could not be loaded: there is a new version, or no connection.
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
