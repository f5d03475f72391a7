import { RotateCcw } from 'lucide-react'
import { formatCount } from '../../../ui/format/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Grid, Row, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { ChartCard, type TeamOf } from '../insight-view.tsx'
import styles from '../insights.module.css'
import { OddsNumber } from './odds.tsx'
import { formatChange, formatPlayoffs } from './race-format.ts'
import type { OpenGame, Pick, Race, TeamRace } from './use-race.ts'

type Props = {
  /** Without picks. */
  base: Race
  /** With the picks. */
  race: Race
  picks: readonly Pick[]
  onChange: (picks: Pick[]) => void
  teamOf: TeamOf
  /** Whether the odds with the newest picks are pending. */
  isBehind: boolean
  hasFailed: boolean
}

export function WhatIfBoard(props: Props) {
  const { base, picks, onChange } = props
  const weeks = [...new Set(base.remaining_games.map(({ week }) => week))]
  return (
    <ChartCard
      title="What if?"
      note="Tap the winners of the remaining games. Tap again to take a pick back. Nothing is stored, and the address keeps your picks."
    >
      {weeks.map((week, index) => {
        const games = base.remaining_games.filter((game) => game.week === week)
        const picked = games.filter((game) => picks.some(({ game_id }) => game_id === game.game_id)).length
        return (
          <Disclosure
            key={week}
            title={`Week ${week}: ${picked === 0 ? formatCount(games.length, 'game') : `${picked} of ${games.length} picked`}`}
            level={3}
            defaultOpen={index === 0 || picked > 0}
          >
            <Grid min={420} gap={2}>
              {games.map((game) => (
                <Game key={game.game_id} game={game} {...props} />
              ))}
            </Grid>
          </Disclosure>
        )
      })}
      {picks.length === 0 ? null : (
        <Row isSpread className={styles.answer}>
          <Effect {...props} />
          <Button variant="quiet" onClick={() => onChange([])}>
            <RotateCcw size={16} aria-hidden="true" /> Reset {formatCount(picks.length, 'pick')}
          </Button>
        </Row>
      )}
    </ChartCard>
  )
}

function Game({ game, race, picks, onChange, teamOf }: Props & { game: OpenGame }) {
  const { game_id, week, away_team_id: away, home_team_id: home } = game
  const winner = picks.find((pick) => pick.game_id === game_id)?.winner ?? null
  const oddsOf = (teamId: number) => race.teams.find(({ team_id }) => team_id === teamId)
  return (
    <fieldset className={styles.game}>
      <legend className={ui.hidden}>
        Week {week}: {teamOf(away).name} at {teamOf(home).name}
      </legend>
      {(
        [
          ['away', away],
          ['tie', null],
          ['home', home],
        ] as const
      ).map(([choice, teamId]) => {
        const team = teamId === null ? undefined : oddsOf(teamId)
        return (
          <Button
            key={choice}
            className={styles.choice}
            data-lost={(winner !== null && winner !== choice) || undefined}
            aria-pressed={winner === choice}
            onClick={() => onChange(togglePick(picks, { game_id, winner: choice }))}
          >
            {teamId === null ? (
              'Tie'
            ) : (
              <>
                <Text lines={2}>{teamOf(teamId).name}</Text>
                <strong>{team === undefined ? '' : formatPlayoffs(team)}</strong>
              </>
            )}
          </Button>
        )
      })}
    </fieldset>
  )
}

/** What the picks change, always in sight: the own team, or else the one that they change the most. */
function Effect({ base, race, teamOf, isBehind, hasFailed }: Props) {
  const before = new Map(base.teams.map((team) => [team.team_id, team.odds?.playoffs ?? null]))
  const changeOf = ({ team_id, odds }: TeamRace) => (odds?.playoffs ?? 0) - (before.get(team_id) ?? 0)
  const most = race.teams.toSorted((a, b) => Math.abs(changeOf(b)) - Math.abs(changeOf(a)))[0]
  const team = race.teams.find(({ team_id }) => teamOf(team_id).is_mine) ?? most
  if (team === undefined) return null
  const change = team.odds === null ? null : formatChange(changeOf(team), 0)
  return (
    <Row role="status" data-stale={isBehind}>
      {hasFailed ? (
        'The odds could not be updated. Showing the earlier ones.'
      ) : (
        <>
          <Text lines={1} weight={600} isTitle>
            {teamOf(team.team_id).name}
          </Text>
          <OddsNumber team={team} />
          {change === null ? null : (
            <Text weight={700} isNumeric tone={change.startsWith('+') ? 'good' : 'bad'}>
              {change}
            </Text>
          )}
        </>
      )}
    </Row>
  )
}

const LETTERS = { h: 'home', a: 'away', t: 'tie' } as const

/** The picks of an address, such as `41h.42t`. Games that are not open any more are left out. */
export function parsePicks(text: string | null, games: readonly OpenGame[]): Pick[] {
  const open = new Set(games.map(({ game_id }) => game_id))
  const picks = (text ?? '').split('.').flatMap((part) => {
    const [, id, letter] = /^(-?\d{1,10})([hat])$/.exec(part) ?? []
    return id === undefined || !open.has(Number(id))
      ? []
      : [{ game_id: Number(id), winner: LETTERS[letter as keyof typeof LETTERS] }]
  })
  return [...new Map(picks.map((pick) => [pick.game_id, pick])).values()]
}

export function formatPicks(picks: readonly Pick[]): string | null {
  return picks.length === 0 ? null : picks.map(({ game_id, winner }) => `${game_id}${winner[0]}`).join('.')
}

function togglePick(picks: readonly Pick[], pick: Pick): Pick[] {
  const others = picks.filter(({ game_id }) => game_id !== pick.game_id)
  const isPicked = picks.some(({ game_id, winner }) => game_id === pick.game_id && winner === pick.winner)
  return isPicked ? others : [...others, pick]
}
