import type { ReactNode } from 'react'
import { Row, Text } from '../layout/layout.tsx'
import styles from './navigation.module.css'

type Props = {
  title: string
  label?: string | undefined
  /** The freshness of the content below; null reserves the space until it is known. */
  freshness?: ReactNode
  action?: ReactNode
  children?: ReactNode
  below?: ReactNode
}

export function TabHeader({ title, label, freshness, action, children, below }: Props) {
  return (
    <Row gap={4} isSpread wraps>
      <div className={styles.heading}>
        <Text as="h2" size="xl">
          {title}
        </Text>
        {label === undefined ? null : <p className={styles.label}>{label}</p>}
        {action}
      </div>
      <Row gap={3} wraps>
        {children}
      </Row>
      {below === undefined ? null : (
        <Row gap={3} wraps className={styles.below}>
          {below}
        </Row>
      )}
      {freshness === undefined ? null : <div className={styles.freshness}>{freshness}</div>}
    </Row>
  )
}
