import { Check, Medal, Trophy } from 'lucide-react'
import { useConnectivity } from '../../api/connectivity.ts'
import { Link } from '../../router/link.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { HighlightOnChange } from '../../ui/display/highlight-on-change.tsx'
import { formatFinalScores, formatPoints } from '../../ui/format/points.ts'
import { Fill, Row, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './bracket.module.css'
import type { BracketTeam, Pairing, ProjectedPairing } from './use-bracket.ts'

export type Teams = ReadonlyMap<number, BracketTeam>

type GameProps = {
  pairing: Pairing
  teams: Teams
  season: number
  label?: string | undefined
}

/** A playoff matchup; a link to it as a whole. One over several weeks links to the game of each. */
export function BracketGame({ pairing, teams, season, label }: GameProps) {
  const { home, away, games, round, state } = pairing
  const sides = [home, away].toSorted((a, b) => seedOf(teams, a.team_id) - seedOf(teams, b.team_id))
  const [top, bottom] = sides.map(({ score }) => score)
  const { isOffline } = useConnectivity()
  const scores =
    state === 'final'
      ? formatFinalScores(top ?? null, bottom ?? null)
      : [formatPoints(top), formatPoints(bottom)]
  const names = sides.map(({ team_id: id }) => teams.get(id)?.name ?? 'Unknown team').join(' vs ')
  const [only] = games.length === 1 ? games : []
  const Mark = MARKS[round.name]
  const open = (game: Pairing['games'][number]) =>
    ({ tab: 'matchup', season, week: game.week, game: game.game_id }) as const
  return (
    <article
      className={`${ui.frame} ${styles.game}`}
      data-round={round.name}
      aria-label={`${round.name}: ${names}`}
    >
      {label === undefined && Mark === undefined && state !== 'live' ? null : (
        <Row as="p" gap={1} className={ui.note}>
          {Mark === undefined ? null : <Mark size={16} aria-hidden="true" />}
          <Fill as="span">{[Mark === undefined ? null : round.name, label].filter(Boolean).join(' · ')}</Fill>
          {state === 'live' && !isOffline ? (
            <Text weight={600} tone="good">
              <span aria-hidden="true">● </span>
              <span>Live</span>
            </Text>
          ) : null}
        </Row>
      )}
      {sides.map(({ team_id: id, score }, index) => {
        const hasWon = pairing.winner_team_id === id
        return (
          <Row as="p" key={id} className={styles.side} data-won={hasWon || undefined}>
            <TeamLink team={teams.get(id)} season={season} />
            {hasWon ? (
              <>
                <span className={ui.hidden}>Won</span>
                <Check size={18} aria-hidden="true" />
              </>
            ) : null}
            {score === null ? null : (
              <Text size="l" isNumeric>
                <HighlightOnChange value={score}>{scores[index]}</HighlightOnChange>
              </Text>
            )}
          </Row>
        )
      })}
      {only === undefined ? (
        <Row as="p" gap={4}>
          {games.map((game) => (
            <Link key={game.game_id} to={open(game)} className={ui.standaloneLink}>
              Week {game.week}
            </Link>
          ))}
        </Row>
      ) : (
        <Link className={styles.open} to={open(only)} label={`Open ${names}, week ${only.week}`} />
      )}
    </article>
  )
}

const MARKS: Record<string, typeof Trophy | undefined> = { Championship: Trophy, 'Third place': Medal }

type ByeProps = { team: BracketTeam | undefined; season: number; isProjected: boolean }

export function ByeCell({ team, season, isProjected }: ByeProps) {
  return (
    <Row as="p" className={styles.game} data-projected>
      <TeamLink team={team} season={season} />
      <span className={ui.note}>{isProjected ? 'Projected bye' : 'Bye'}</span>
    </Row>
  )
}

type ProjectedGameProps = { pairing: ProjectedPairing; teams: Teams; season: number }

export function ProjectedGame({ pairing: { round, sides }, teams, season }: ProjectedGameProps) {
  const names = sides.map(({ team_ids: ids }) => formatSide(ids, teams))
  return (
    <article
      className={styles.game}
      data-projected
      aria-label={`${round.name}, projected: ${names.join(' vs ')}`}
    >
      <p className={ui.note}>Projected</p>
      {sides.map(({ team_ids: ids }, index) => {
        const [only] = ids.length === 1 ? ids : []
        return (
          <Row as="p" key={ids.join()} className={styles.side}>
            {only === undefined ? (
              <Text tone="muted">{names[index]}</Text>
            ) : (
              <TeamLink team={teams.get(only)} season={season} />
            )}
          </Row>
        )
      })}
    </article>
  )
}

/** More names would not fit. */
const MAX_NAMES = 3

/** Whether so many teams can be on both sides that naming the matchup would say nothing. */
export function isAnybody({ sides }: ProjectedPairing): boolean {
  return sides.every(({ team_ids: ids }) => ids.length > MAX_NAMES)
}

function formatSide(teamIds: readonly number[], teams: Teams): string {
  if (teamIds.length > MAX_NAMES) return 'To be decided'
  const names = teamIds.map((teamId) => teams.get(teamId)?.name ?? 'Unknown team')
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
}

function TeamLink({ team, season }: { team: BracketTeam | undefined; season: number }) {
  if (team === undefined) return <Fill as="span">Unknown team</Fill>
  return (
    <Fill as="span">
      <Row as="span">
        {team.seed === null ? null : (
          <Text size="s" tone="muted" isNumeric style={{ position: 'relative' }}>
            <span className={ui.hidden}>Seed </span>
            {team.seed}
          </Text>
        )}
        <Avatar name={team.name} src={team.logo} color={team.color} />
        <Link className={styles.name} to={{ tab: 'roster', team: team.team_id, season }}>
          {team.name}
        </Link>
      </Row>
    </Fill>
  )
}

export function seedOf(teams: Teams, teamId: number): number {
  return teams.get(teamId)?.seed ?? Number.MAX_SAFE_INTEGER
}
