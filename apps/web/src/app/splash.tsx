import { Brand } from '../ui/brand.tsx'
import styles from './splash.module.css'

/** What shows until the page knows who is there. */
export function Splash() {
  return (
    <main className={styles['page']}>
      <div role="status" aria-label="Loading">
        <h1 className={styles['title']}>
          <Brand size={36} />
        </h1>
      </div>
    </main>
  )
}
