import type { ComponentProps, CSSProperties, ReactNode } from 'react'
import styles from './display.module.css'

type Props = Omit<ComponentProps<'button'>, 'className' | 'style' | 'children'> & {
  /** How good (up to 1) or bad (down to −1) the value is. With `isShare`, how large it is, from 0. */
  value: number
  isShare?: boolean
  isMarked?: boolean
  children: ReactNode
}

export function HeatCell({ value, isShare = false, isMarked = false, children, ...button }: Props) {
  const Box = button.onClick === undefined ? 'span' : 'button'
  return (
    <Box
      {...(Box === 'button' ? { type: 'button', ...button } : {})}
      className={styles.cell}
      style={{ '--heat': Math.abs(value) } as CSSProperties}
      data-lean={isShare ? 'share' : value > 0 ? 'good' : value < 0 ? 'bad' : undefined}
      data-strong={(isShare && value > 0.45) || undefined}
      data-marked={isMarked || undefined}
    >
      {children}
    </Box>
  )
}
