import { Brand } from '../ui/brand.tsx'
import styles from './splash.module.css'

/** What shows until the page knows who is there. */
export function Splash() {
  return (
    <div className={styles['page']} role="status" aria-label="Loading">
      <Brand size={36} />
    </div>
  )
}
