import type { ReactNode } from 'react'
import { sideColorStyle } from '../../theme/team-color.ts'
import { Row, Stack, Text } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import { Avatar } from './avatar.tsx'
import { HighlightOnChange } from './highlight-on-change.tsx'
import styles from './score-row.module.css'

type Team = { name: string; logo: string | null; color?: string | null | undefined }

type ScoreRowProps = {
  team: Team
  score: ReactNode
  expected?: ReactNode
  isAhead: boolean
  children?: ReactNode
  /** A second line, where there is room for one. */
  detail?: ReactNode
}

export function ScoreRow({ team, score, expected, isAhead, children, detail }: ScoreRowProps) {
  return (
    <div className={styles.row} data-ahead={isAhead || undefined}>
      <Avatar name={team.name} src={team.logo} color={team.color} />
      <div className={styles.team}>
        <Row as="p" gap={1} className={styles.name}>
          <Text lines={1} title={team.name}>
            {team.name}
          </Text>{' '}
          {children}
        </Row>
        {detail}
      </div>
      <span className={styles.score}>{score}</span> <span className={styles.expected}>{expected}</span>
    </div>
  )
}

type Side = {
  team: Omit<Team, 'logo'>
  /** The win probability, 0 to 1; null if unknown. */
  chance: number | null
  text: string
  note?: ReactNode
}

export function WinBar({ away, home }: { away: Side; home: Side }) {
  const isKnown = away.chance !== null && home.chance !== null
  return (
    <Stack gap={1} style={sideColorStyle(away.team, home.team)}>
      {isKnown ? (
        <div className={styles.bar} aria-hidden="true">
          <span className={styles.share} data-side="away" style={{ flexGrow: away.chance ?? 0 }} />
          <span className={styles.share} data-side="home" style={{ flexGrow: home.chance ?? 0 }} />
        </div>
      ) : null}
      <div className={styles.ends}>
        {isKnown ? <span className={ui.hidden}>Win probability </span> : null}
        {([away, home] as const).map((side, index) => (
          <span key={index === 0 ? 'away' : 'home'} className={styles.end}>
            {isKnown ? (
              <span className={styles.chance} data-side={index === 0 ? 'away' : 'home'}>
                <span className={ui.hidden}>{side.team.name} </span>
                <HighlightOnChange value={side.text}>{side.text}</HighlightOnChange>
              </span>
            ) : null}{' '}
            {side.note}
          </span>
        ))}
      </div>
    </Stack>
  )
}
