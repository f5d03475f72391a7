import { RotateCcw } from 'lucide-react'
import { formatCount } from '../../../ui/format/count.ts'
import { Button } from '../../../ui/forms/button.tsx'
import ui from '../../../ui/ui.module.css'
import { ChartCard } from '../chart-card.tsx'
import type { TeamOf } from '../insight-view.tsx'
import { OddsNumber } from './odds-bar.tsx'
import { togglePick } from './picks.ts'
import { formatChange, formatPlayoffs } from './race-format.ts'
import type { OpenGame, Pick, Race, TeamRace } from './use-race.ts'
import styles from './what-if-board.module.css'

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
  /** Whether the last request failed. */
  hasFailed: boolean
}

/** The remaining games, of which the reader picks results. The odds next to the teams answer at once. */
export function WhatIfBoard({ base, race, picks, onChange, teamOf, isBehind, hasFailed }: Props) {
  const weeks = [...new Set(base.remaining_games.map(({ week }) => week))]
  const odds = new Map(race.teams.map((team) => [team.team_id, team]))
  return (
    <ChartCard
      title="What if?"
      note="Tap the winners of the remaining games. Tap again to take a pick back. Nothing is stored, and the address keeps your picks."
    >
      <div className={styles.board}>
        {weeks.map((week, index) => (
          <WeekOfGames
            key={week}
            week={week}
            isFirst={index === 0}
            games={base.remaining_games.filter((game) => game.week === week)}
            {...{ picks, onChange, teamOf, odds }}
          />
        ))}
      </div>
      {picks.length === 0 ? null : (
        <Summary
          {...{ base, race, teamOf, isBehind, hasFailed }}
          count={picks.length}
          onReset={() => onChange([])}
        />
      )}
    </ChartCard>
  )
}

type WeekProps = Part<Props, 'picks' | 'onChange' | 'teamOf'> & {
  week: number
  isFirst: boolean
  games: readonly OpenGame[]
  odds: ReadonlyMap<number, TeamRace>
}

type Part<T, K extends keyof T> = { [P in K]: T[P] }

function WeekOfGames({ week, isFirst, games, picks, onChange, teamOf, odds }: WeekProps) {
  const picked = games.filter((game) => picks.some(({ game_id }) => game_id === game.game_id)).length
  return (
    <details className={styles.week} open={isFirst || picked > 0}>
      <summary>
        <h4>Week {week}</h4>
        <span className={ui.note}>
          {picked === 0 ? formatCount(games.length, 'game') : `${picked} of ${games.length} picked`}
        </span>
      </summary>
      <div className={styles.games}>
        {games.map((game) => {
          const winner = picks.find(({ game_id }) => game_id === game.game_id)?.winner ?? null
          const pick = (choice: Pick['winner']) =>
            onChange(togglePick(picks, { game_id: game.game_id, winner: choice }))
          const sides = { away: game.away_team_id, home: game.home_team_id } as const
          return (
            <fieldset key={game.game_id} className={styles.game}>
              <legend className={ui.hidden}>
                Week {week}: {teamOf(sides.away).name} at {teamOf(sides.home).name}
              </legend>
              {(['away', 'tie', 'home'] as const).map((choice) => (
                <button
                  key={choice}
                  type="button"
                  className={styles.choice}
                  data-choice={choice}
                  data-lost={(winner !== null && winner !== choice) || undefined}
                  aria-pressed={winner === choice}
                  onClick={() => pick(choice)}
                >
                  {choice === 'tie' ? (
                    'Tie'
                  ) : (
                    <>
                      <span className={styles.name}>{teamOf(sides[choice]).name}</span>
                      <span className={styles.odds}>{formatTeam(odds.get(sides[choice]))}</span>
                    </>
                  )}
                </button>
              ))}
            </fieldset>
          )
        })}
      </div>
    </details>
  )
}

function formatTeam(team: TeamRace | undefined): string {
  return team === undefined ? '' : formatPlayoffs(team)
}

type SummaryProps = Part<Props, 'base' | 'race' | 'teamOf' | 'isBehind' | 'hasFailed'> & {
  count: number
  onReset: () => void
}

/** What the picks change, always in sight: the own team, or else the one that they change the most. */
function Summary({ base, race, teamOf, isBehind, hasFailed, count, onReset }: SummaryProps) {
  const before = new Map(base.teams.map((team) => [team.team_id, team.odds?.playoffs ?? null]))
  const changeOf = ({ team_id, odds }: TeamRace) => (odds?.playoffs ?? 0) - (before.get(team_id) ?? 0)
  const most = race.teams.toSorted((a, b) => Math.abs(changeOf(b)) - Math.abs(changeOf(a)))[0]
  const team = race.teams.find(({ team_id }) => teamOf(team_id).is_mine) ?? most
  const change = team === undefined || team.odds === null ? null : formatChange(changeOf(team), 0)
  return (
    <div className={styles.answer}>
      <p className={styles.result} role="status" data-stale={isBehind}>
        {hasFailed ? (
          'The odds could not be updated. Showing the earlier ones.'
        ) : (
          <>
            <span className={styles.name}>{team === undefined ? '' : teamOf(team.team_id).name}</span>
            {team === undefined ? null : <OddsNumber team={team} />}
            {change === null ? null : (
              <span className={styles.change} data-tone={change.startsWith('+') ? 'good' : 'bad'}>
                {change}
              </span>
            )}
          </>
        )}
      </p>
      <Button variant="quiet" className={styles.reset} onClick={onReset}>
        <RotateCcw size={16} aria-hidden="true" /> Reset {formatCount(count, 'pick')}
      </Button>
    </div>
  )
}
