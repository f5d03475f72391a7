import { type CSSProperties, useEffect, useRef } from 'react'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './bracket.module.css'
import { BracketGame, ByeCell, isAnybody, ProjectedGame, seedOf, type Teams } from './bracket-game.tsx'
import { type Cell, layoutBracket } from './bracket-layout.ts'
import { type Bracket, type BracketRound, projectionOf } from './use-bracket.ts'

type Props = { bracket: Bracket; teams: Teams }

/** The rounds of the championship: side by side with lines between them, one at a time on a phone. */
export function BracketTree({ bracket, teams }: Props) {
  const { rounds, season, champion_team_id: champion } = bracket
  const columns = layoutBracket(rounds, (teamId) => seedOf(teams, teamId))
  const row = useRef<HTMLDivElement>(null)
  const current = currentRound(rounds)
  useEffect(() => {
    const [scroller, shown] = [row.current, row.current?.children[current]]
    if (scroller && shown instanceof HTMLElement) scroller.scrollLeft = shown.offsetLeft - scroller.offsetLeft
  }, [current])
  return (
    <div ref={row} className={styles.tree}>
      {rounds.map((round, index) => (
        <Stack
          key={round.name}
          as="section"
          gap={2}
          className={styles.round}
          aria-labelledby={`round-${index}`}
        >
          <header>
            <Text as="h4" size="l" weight={600} isTitle id={`round-${index}`}>
              {round.name}
            </Text>
            <p className={ui.note}>{formatWeeks(round)}</p>
          </header>
          <ul className={styles.cells}>
            {columns[index]?.map((cell) => (
              <li
                key={cell.key}
                className={styles.cell}
                style={{ gridRow: `span ${cell.rows}` }}
                data-kind={cell.kind}
                aria-hidden={cell.kind === 'gap' || undefined}
              >
                <Lines cell={cell} champion={champion} />
                <CellContent cell={cell} teams={teams} season={season} />
              </li>
            ))}
          </ul>
        </Stack>
      ))}
    </div>
  )
}

/** The first round that is not over; the last one once all are. */
function currentRound(rounds: readonly BracketRound[]): number {
  const index = rounds.findIndex(
    (round) =>
      round.championship.length === 0 ||
      projectionOf(round).pairings.length > 0 ||
      round.championship.some(({ state }) => state !== 'final'),
  )
  return index < 0 ? rounds.length - 1 : index
}

/** The weeks of a round, such as 'Weeks 16–17', and its NFL weeks if they differ. */
export function formatWeeks({
  weeks,
  nfl_weeks: nflWeeks,
}: Pick<BracketRound, 'weeks' | 'nfl_weeks'>): string {
  const isSame = nflWeeks.length === 0 || nflWeeks.join() === weeks.join()
  return [formatSpan('Week', weeks), ...(isSame ? [] : [formatSpan('NFL week', nflWeeks)])].join(' · ')
}

function formatSpan(label: string, weeks: readonly number[]): string {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (first === undefined) return ''
  return first === last ? `${label} ${first}` : `${label}s ${first}–${last}`
}

function CellContent({ cell, teams, season }: { cell: Cell; teams: Teams; season: number }) {
  switch (cell.kind) {
    case 'game':
      return <BracketGame pairing={cell.pairing} teams={teams} season={season} />
    case 'bye':
      return <ByeCell team={teams.get(cell.teamId)} season={season} isProjected={cell.isProjected} />
    case 'projected':
      if (isAnybody(cell.pairing)) return <ToBeDecided />
      return <ProjectedGame pairing={cell.pairing} teams={teams} season={season} />
    case 'open':
      return <ToBeDecided />
    case 'gap':
      return null
  }
}

function ToBeDecided() {
  return (
    <p className={styles.game} data-projected>
      To be decided
    </p>
  )
}

/** A line from each game or bye that a team came from. That of the champion is stronger. */
function Lines({ cell: { feeders, kind }, champion }: { cell: Cell; champion: number | null }) {
  return feeders.map(({ teamId, at }) => (
    <svg
      key={teamId}
      className={styles.line}
      style={{ '--from': Math.min(at, 0.5), '--to': Math.max(at, 0.5) } as CSSProperties}
      data-champion={teamId === champion || undefined}
      data-projected={kind === 'projected' || undefined}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={at < 0.5 ? 'M0 0 H50 V100 H100' : 'M0 100 H50 V0 H100'} vectorEffect="non-scaling-stroke" />
    </svg>
  ))
}
