import type { ReactNode } from 'react'
import { Stack, Text } from '../../../ui/layout/layout.tsx'
import { Brand } from '../../../ui/navigation/brand.tsx'
import ui from '../../../ui/ui.module.css'
import styles from '../accounts.module.css'

type Props = {
  title: string
  subtitle: string
  footer: ReactNode
  children: ReactNode
}

export function AuthCard({ title, subtitle, footer, children }: Props) {
  return (
    <main>
      <Stack gap={5} className={styles.page}>
        <Text as="p" size="2xl">
          <Brand size={32} />
        </Text>
        <Stack className={`${ui.card} ${styles.card}`}>
          <Stack gap={1}>
            <Text as="h1" size="2xl">
              {title}
            </Text>
            <p className={ui.muted}>{subtitle}</p>
          </Stack>
          {children}
          {footer === null ? null : (
            <Stack gap={1} className={styles.footer}>
              {footer}
            </Stack>
          )}
        </Stack>
      </Stack>
    </main>
  )
}
