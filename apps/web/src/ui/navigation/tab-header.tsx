import type { ReactNode } from 'react'
import { Row, Text } from '../layout/layout.tsx'
import styles from './navigation.module.css'

type Props = {
  title: string
  /** A small label next to the title. */
  label?: string | undefined
  /** The freshness of the content below; null reserves the space until it is known. */
  freshness?: ReactNode
  /** A button about the content, next to the title. */
  action?: ReactNode
  /** The controls on the right of the title: the season and the week. */
  children?: ReactNode
  /** The controls below the title. */
  below?: ReactNode
}

/** The header of a tab. */
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
