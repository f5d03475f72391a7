import type { ReactNode } from 'react'
import { teamColorStyle } from '../../theme/team-color.ts'
import { TeamCell } from '../../ui/display/team.tsx'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import type { InsightTeam } from './insight-view.tsx'
import styles from './insights.module.css'

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
      <Text weight={700} isNumeric tone={tone} className={styles.value}>
        {value}
      </Text>
    </li>
  )
}
