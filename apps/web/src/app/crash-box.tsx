import styles from './crash-box.module.css'

type Props = { error: unknown }

/** What shows in place of a page that could not be drawn. */
export function CrashBox({ error }: Props) {
  return (
    <div className={styles['box']} role="alert">
      <p className={styles['title']}>Something went wrong:</p>
      <pre className={styles['text']}>{error instanceof Error ? error.message : String(error)}</pre>
      <button type="button" className={styles['reload']} onClick={() => location.reload()}>
        Reload the page
      </button>
    </div>
  )
}
