import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useLocation } from '../../../router/router.ts'
import { TeamCell } from '../../../ui/display/team-cell.tsx'
import { Explanation } from '../../../ui/overlays/explanation.tsx'
import ui from '../../../ui/ui.module.css'
import { ChartCard } from '../chart-card.tsx'
import { formatDecimal, formatSigned, toneOf } from '../format.ts'
import { InsightView, type TeamOf } from '../insight-view.tsx'
import { SeasonLineups } from '../lineups/season-lineups.tsx'
import { type Luck, luckQuery, type TeamLuck } from '../use-insights.ts'
import { LUCK_FIGURES } from './explain-luck.ts'
import rows from './luck-rows.module.css'
import { LuckTable } from './luck-table.tsx'
import styles from './luck-view.module.css'
import { ScoreRanges } from './score-ranges.tsx'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

type LuckBarsProps = {
  /** Luckiest first. */
  teams: readonly TeamLuck[]
  teamOf: TeamOf
}

/** What the schedule gave and took from each team, and how much its scores vary, and how good its lineups were. */
export function LuckView({ league, seasons }: Props) {
  const { season } = useLocation()
  const luck = useQuery({ ...luckQuery(league, season), placeholderData: keepPreviousData })
  return (
    <InsightView league={league} seasons={seasons} title="Luck" query={luck}>
      {(data, teamOf) => (
        <>
          <LuckContent luck={data} teamOf={teamOf} />
          <SeasonLineups league={league} teamOf={teamOf} />
        </>
      )}
    </InsightView>
  )
}

function LuckContent({ luck, teamOf }: { luck: Luck; teamOf: TeamOf }) {
  const teams = luck.teams.toSorted((a, b) => b.luck - a.luck || a.team_id - b.team_id)
  const notes = [
    ...(luck.has_median_games
      ? ['Games against the median are left out: their result never depends on the opponent.']
      : []),
    ...(luck.week < 3 ? ['Schedule strength and consistency appear after week 3.'] : []),
  ]
  return (
    <>
      <Extremes teams={teams} teamOf={teamOf} />
      <div className={styles.charts}>
        <LuckBars teams={teams} teamOf={teamOf} />
        <ScoreRanges teams={teams} teamOf={teamOf} />
      </div>
      <LuckTable teams={luck.teams} teamOf={teamOf} />
      {notes.length === 0 ? null : <p className={ui.note}>{notes.join(' ')}</p>}
    </>
  )
}

type TeamsProps = {
  /** Luckiest first. */
  teams: readonly TeamLuck[]
  teamOf: TeamOf
}

/** The luck of the reader's team, and who is the luckiest and the unluckiest. */
function Extremes({ teams, teamOf }: TeamsProps) {
  const own = teams.find(({ team_id: id }) => teamOf(id).is_mine)
  return (
    <ul className={styles.extremes}>
      {own === undefined ? null : <Extreme label="Your luck" team={own} name={null} />}
      {[['Luckiest', teams[0]] as const, ['Unluckiest', teams.at(-1)] as const].map(([label, team]) =>
        team === undefined || team === own ? null : (
          <Extreme key={label} label={label} team={team} name={teamOf(team.team_id).name} />
        ),
      )}
    </ul>
  )
}

function Extreme({ label, team, name }: { label: string; team: TeamLuck; name: string | null }) {
  const wins = team.record.wins + team.record.ties / 2
  return (
    <li className={`${ui.frame} ${styles.extreme}`}>
      <span className={ui.note}>{label}</span>
      <span className={`${styles.number} ${ui.toned}`} data-tone={toneOf(team.luck, 1)}>
        {formatSigned(team.luck, 1)} <span className={styles.unit}>wins</span>
      </span>
      <span className={`${ui.note} ${ui.breakable}`}>
        {name === null ? null : <strong>{name}: </strong>}
        {wins} won, {formatDecimal(team.expected_wins, 1)} expected
      </span>
    </li>
  )
}

/** Luck as bars from the middle: to the right what the schedule gave, to the left what it took. */
function LuckBars({ teams, teamOf }: LuckBarsProps) {
  const most = Math.max(1, ...teams.map(({ luck }) => Math.abs(luck)))
  return (
    <ChartCard
      title="Wins from the schedule"
      note="Right: won more than the scores deserved. Left: won less."
      action={<Explanation title="luck" figures={LUCK_FIGURES} />}
    >
      <ul className={rows.rows}>
        {teams.map(({ team_id: id, luck }) => {
          const team = teamOf(id)
          return (
            <li key={id} className={rows.row} data-mine={team.is_mine || undefined}>
              <TeamCell team={team} size="xs" />
              <span className={styles.track} aria-hidden="true">
                <span
                  className={styles.bar}
                  data-tone={toneOf(luck, 2)}
                  data-side={luck < 0 ? 'left' : 'right'}
                  style={{ '--share': Math.abs(luck) / most } as CSSProperties}
                />
              </span>
              <span className={`${rows.value} ${ui.toned}`} data-tone={toneOf(luck, 2)}>
                {formatSigned(luck, 2)}
              </span>
            </li>
          )
        })}
      </ul>
    </ChartCard>
  )
}
