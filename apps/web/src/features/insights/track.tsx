import type { CSSProperties, HTMLAttributes, ReactNode } from 'react'
import { teamColorStyle } from '../../theme/team-color.ts'
import { TeamCell } from '../../ui/display/team-cell.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import type { InsightTeam } from './insight-view.tsx'
import styles from './insights.module.css'

type TrackProps = {
  /** Where the line of the average is, from 0 to 1; none by default. */
  zero?: number
  isThin?: boolean
  className?: string | undefined
  children: ReactNode
}

/** What bars are drawn on. Hidden from assistive technology, because the numbers are next to it. */
export function Track({ zero, isThin = false, className = '', children }: TrackProps) {
  return (
    <span
      className={`${styles.track} ${className}`}
      data-thin={isThin || undefined}
      data-zero={zero !== undefined || undefined}
      style={zero === undefined ? undefined : ({ '--zero': `${zero * 100}%` } as CSSProperties)}
      aria-hidden="true"
    >
      {children}
    </span>
  )
}

type FillProps = HTMLAttributes<HTMLSpanElement> & {
  /** From 0 to 1. */
  from?: number
  to: number
  'data-tone'?: 'good' | 'bad' | undefined
  [data: `data-${string}`]: string | boolean | undefined
}

export function Fill({ from = 0, to, ...rest }: FillProps) {
  const style = { left: `${Math.min(from, to) * 100}%`, width: `${Math.abs(to - from) * 100}%` }
  return <span {...rest} className={styles.fill} style={style} />
}

export function TeamBars({ children }: { children: ReactNode }) {
  return (
    <Stack as="ul" gap={0}>
      {children}
    </Stack>
  )
}

type TeamBarProps = {
  team: InsightTeam
  value: ReactNode
  tone?: 'good' | 'bad' | undefined
  isMarked?: boolean
  children: ReactNode
}

export function TeamBar({ team, value, tone, isMarked = false, children }: TeamBarProps) {
  return (
    <li
      className={styles.row}
      data-mine={team.is_mine || undefined}
      data-marked={isMarked || undefined}
      style={teamColorStyle(team.color)}
    >
      <TeamCell team={team} size="xs" wraps />
      {children}
      <span className={styles.value} data-tone={tone}>
        {value}
      </span>
    </li>
  )
}
