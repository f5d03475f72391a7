import styles from './display.module.css'

type Props = {
  count: number
  isCorner?: boolean
}

/** The number of what waits behind a button; nothing for 0. Screen readers get it from the name of the button. */
export function CountBadge({ count, isCorner = false }: Props) {
  if (count === 0) return null
  return (
    <span className={`${styles.badge} ${isCorner ? styles.corner : ''}`} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}
