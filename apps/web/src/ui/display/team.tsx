import { type ReactNode, useState } from 'react'
import { useConnectivity } from '../../api/connectivity.ts'
import { Link } from '../../router/link.tsx'
import type { Location } from '../../router/router.ts'
import { sideColorStyle } from '../../theme/team-color.ts'
import { Row, Stack, Text } from '../layout/layout.tsx'
import ui from '../ui.module.css'
import { Avatar } from './avatar.tsx'
import styles from './data-table.module.css'
import displayStyles from './display.module.css'
import scoreRowStyles from './score-row.module.css'

type Props = {
  /** A team, or a person with a picture. */
  team: { name: string; logo: string | null; color?: string | null | undefined }
  to?: Partial<Location> | undefined
  /** Opens the page of a person that has no address of its own. */
  onOpen?: (() => void) | undefined
  size?: 'xs' | 's'
  wraps?: boolean
  children?: ReactNode
}

export function TeamCell({ team, to, onOpen, size = 's', wraps = false, children }: Props) {
  const { name, logo, color } = team
  return (
    <Row as="span" className={styles.face} data-size={size} data-wraps={wraps || undefined}>
      <Avatar name={name} src={logo} color={color} size={size} />
      <Stack as="span" gap={0} className={styles.text}>
        <span className={styles.name} title={name}>
          {to !== undefined ? (
            <Link to={to}>{name}</Link>
          ) : onOpen !== undefined ? (
            <button type="button" onClick={onOpen}>
              {name}
            </button>
          ) : (
            name
          )}
        </span>
        {children}
      </Stack>
    </Row>
  )
}

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
    <div className={scoreRowStyles.row} data-ahead={isAhead || undefined}>
      <Avatar name={team.name} src={team.logo} color={team.color} />
      <Stack gap={0}>
        <Row as="p" gap={1} className={scoreRowStyles.name}>
          <Text lines={1} title={team.name}>
            {team.name}
          </Text>{' '}
          {children}
        </Row>
        {detail}
      </Stack>
      <span className={scoreRowStyles.score}>{score}</span>{' '}
      <span className={scoreRowStyles.expected}>{expected}</span>
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
        <div className={scoreRowStyles.bar} aria-hidden="true">
          <span className={scoreRowStyles.share} data-side="away" style={{ flexGrow: away.chance ?? 0 }} />
          <span className={scoreRowStyles.share} data-side="home" style={{ flexGrow: home.chance ?? 0 }} />
        </div>
      ) : null}
      <div className={scoreRowStyles.ends}>
        {isKnown ? <span className={ui.hidden}>Win probability </span> : null}
        {([away, home] as const).map((side, index) => (
          <span key={index === 0 ? 'away' : 'home'} className={scoreRowStyles.end}>
            {isKnown ? (
              <span className={scoreRowStyles.chance} data-side={index === 0 ? 'away' : 'home'}>
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

type HighlightOnChangeProps = { value: number | string | null; children: ReactNode }

export function HighlightOnChange({ value, children }: HighlightOnChangeProps) {
  const [tracked, setTracked] = useState({ value, changes: 0 })
  if (tracked.value !== value) setTracked({ value, changes: tracked.changes + 1 })
  return (
    // A new key restarts the animation if the value changes again during it.
    <span
      key={tracked.changes}
      className={displayStyles.value}
      data-changed={tracked.changes > 0 || undefined}
    >
      {children}
    </span>
  )
}

type Game = { state: 'before' | 'live' | 'final' | 'not_played'; status: string }

/** While the server cannot be reached, nobody knows whether a game is still being played. */
export function useGameStatus({ state, status }: Game): { state: Game['state'] | 'unknown'; text: string } {
  const { isOffline } = useConnectivity()
  return isOffline && state === 'live' ? { state: 'unknown', text: 'Not updating' } : { state, text: status }
}
