import { Brand } from '../ui/navigation/brand.tsx'
import styles from './splash.module.css'

export function Splash() {
  return (
    <main className={styles.page}>
      <div role="status" aria-label="Loading">
        <h1 className={styles.title}>
          <Brand size={36} />
        </h1>
      </div>
    </main>
  )
}
