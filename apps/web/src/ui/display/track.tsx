import type { CSSProperties, HTMLAttributes, ReactNode } from 'react'
import styles from './display.module.css'

type TrackProps = {
  /** Where there is a line, from 0 to 1; none by default. */
  zero?: number
  isShort?: boolean
  className?: string | undefined
  children?: ReactNode
}

/** What bars are drawn on. Hidden from assistive technology, because the numbers are next to it. */
export function Track({ zero, isShort = false, className = '', children }: TrackProps) {
  return (
    <span
      className={`${styles.track} ${className}`}
      data-short={isShort || undefined}
      data-zero={zero !== undefined || undefined}
      style={zero === undefined ? undefined : ({ '--zero': `${zero * 100}%` } as CSSProperties)}
      aria-hidden="true"
    >
      {children}
    </span>
  )
}

type BarProps = HTMLAttributes<HTMLSpanElement> & {
  /** From 0 to 1. */
  from?: number
  to: number
  'data-tone'?: 'good' | 'bad' | undefined
  [data: `data-${string}`]: string | boolean | undefined
}

export function Bar({ from = 0, to, className = '', ...rest }: BarProps) {
  const style = { left: `${Math.min(from, to) * 100}%`, width: `${Math.abs(to - from) * 100}%` }
  return <span {...rest} className={`${styles.bar} ${className}`} style={style} />
}
