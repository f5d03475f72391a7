import styles from './navigation.module.css'

export function Brand({ size = 26 }: { size?: number }) {
  return (
    <span className={styles.brand}>
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" className={styles.background} />
        <path d="M6 25V13.5L16 7l10 6.5V25h-6v-7a4 4 0 0 0-8 0v7z" className={styles.shape} />
      </svg>
      Fieldhouse
    </span>
  )
}
