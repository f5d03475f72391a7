import type { ReactNode } from 'react'
import { Brand } from '../../../ui/navigation/brand.tsx'
import ui from '../../../ui/ui.module.css'
import styles from './auth-card.module.css'

type Props = {
  title: string
  subtitle: string
  /** null for none. */
  footer: ReactNode
  children: ReactNode
}

/** The centered card of the screens shown before signing in. */
export function AuthCard({ title, subtitle, footer, children }: Props) {
  return (
    <main className={styles.page}>
      <p className={styles.brand}>
        <Brand size={32} />
      </p>
      <div className={`${ui.card} ${styles.card}`}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.subtitle}>{subtitle}</p>
        {children}
        {footer === null ? null : <div className={styles.footer}>{footer}</div>}
      </div>
    </main>
  )
}
