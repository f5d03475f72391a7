import { Stack } from '../layout/layout.tsx'
import styles from './feedback.module.css'

type Props = { label: string; rows?: number; height?: number }

export function Skeleton({ label, rows = 3, height = 20 }: Props) {
  return (
    <Stack gap={3} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <span key={row} className={styles.row} style={{ height }} />
      ))}
    </Stack>
  )
}
