import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Link } from '../../../router/link.tsx'
import { useLocation, useRouter } from '../../../router/router.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { formatCount } from '../../../ui/format/count.ts'
import { SegmentedControl } from '../../../ui/forms/radio-group.tsx'
import { WeekChooser } from '../../../ui/navigation/week-chooser.tsx'
import { Explanation } from '../../../ui/overlays/explanation.tsx'
import ui from '../../../ui/ui.module.css'
import { ChartCard } from '../chart-card.tsx'
import { formatSigned } from '../format.ts'
import { type InsightTeam, InsightView, type TeamOf } from '../insight-view.tsx'
import { type Power, type PowerFormula, powerQuery, type TeamPower } from '../use-insights.ts'
import { BumpChart } from './bump-chart.tsx'
import { explainPower, FORMULA_NOTES, formatScore, PART_NAMES, partsOf } from './explain-power.ts'
import styles from './power-view.module.css'

/** The names of the view in the address. The first one is the default. */
const FORMULAS = [
  { value: 'power', formula: 'composite', label: 'Composite' },
  { value: 'power-dominance', formula: 'dominance', label: 'Dominance' },
  { value: 'power-all-play', formula: 'all_play', label: 'All-play' },
] as const satisfies readonly { value: string; formula: PowerFormula; label: string }[]

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
}

type PowerListProps = { power: Power; teamOf: TeamOf }

/** A ranking of the teams by how strong they are, after any completed week. */
export function PowerView({ league, seasons }: Props) {
  const router = useRouter()
  const { season, week, view } = useLocation()
  const { value, formula } = FORMULAS.find((each) => each.value === view) ?? FORMULAS[0]
  const power = useQuery({
    ...powerQuery(league, { season, week, formula }),
    placeholderData: keepPreviousData,
  })
  return (
    <InsightView
      league={league}
      seasons={seasons}
      title="Power"
      query={power}
      controls={<PowerWeeks power={power.data} />}
    >
      {(data, teamOf) => (
        <>
          <div className={ui.row}>
            <SegmentedControl
              label="Formula"
              options={FORMULAS}
              value={value}
              onChange={(chosen) => router.navigate({ view: chosen })}
            />
          </div>
          <PowerContent power={data} teamOf={teamOf} />
        </>
      )}
    </InsightView>
  )
}

/** Chooses a completed week, once there are several. */
function PowerWeeks({ power }: { power: Power | undefined }) {
  const router = useRouter()
  const weeks = power?.teams[0]?.history.map(({ week }) => week) ?? []
  if (power === undefined || weeks.length < 2) return null
  return (
    <WeekChooser
      weeks={weeks}
      week={power.week}
      current={weeks.at(-1) ?? null}
      onChoose={(week) => router.navigate({ week })}
    />
  )
}

function PowerContent({ power, teamOf }: { power: Power; teamOf: TeamOf }) {
  return (
    <>
      <PowerList power={power} teamOf={teamOf} />
      <BumpChart key={power.season} power={power} teamOf={teamOf} />
    </>
  )
}

/** The teams by rank, each with its movement, its score, and the parts of the score as a bar. */
function PowerList({ power, teamOf }: PowerListProps) {
  const parts = partsOf(power)
  return (
    <ChartCard
      title={`Ranking after week ${power.week}`}
      note={FORMULA_NOTES[power.formula]}
      action={<Explanation title="power" figures={explainPower(power)} />}
    >
      <ul className={styles.legend} aria-hidden="true">
        {parts.map((part) => (
          <li key={part} className={styles.part} data-part={part}>
            {PART_NAMES[part]}
          </li>
        ))}
      </ul>
      <ol className={styles.list}>
        {power.teams.map((row) => (
          <PowerRow key={row.team_id} row={row} power={power} team={teamOf(row.team_id)} />
        ))}
      </ol>
    </ChartCard>
  )
}

type RowProps = { row: TeamPower; power: Power; team: InsightTeam }

function PowerRow({ row, power, team }: RowProps) {
  const { season } = useLocation()
  return (
    <li className={styles.row} data-mine={team.is_mine || undefined}>
      <span className={styles.rank}>{row.rank}</span>
      <Movement row={row} />
      <Link className={styles.team} to={{ tab: 'roster', team: row.team_id, season }}>
        <Avatar name={team.name} src={team.logo} color={team.color} />
        <span className={ui.breakable}>{team.name}</span>
      </Link>
      <PartsBar row={row} power={power} />
      <span className={styles.score}>{formatScore(power.formula, row.score)}</span>
      <Explanation title={team.name} figures={explainPower(power, row)} />
    </li>
  )
}

/** How many ranks the team has moved since the week before. */
function Movement({ row: { rank, previous_rank: previous } }: { row: TeamPower }) {
  const moved = previous === null ? 0 : previous - rank
  if (moved === 0) {
    return (
      <span className={styles.movement}>
        <Minus size={14} aria-hidden="true" />
        <span className={ui.hidden}>{previous === null ? 'First ranking' : 'Unchanged'}</span>
      </span>
    )
  }
  const Arrow = moved > 0 ? ArrowUp : ArrowDown
  return (
    <span className={`${styles.movement} ${ui.toned}`} data-tone={moved > 0 ? 'good' : 'bad'}>
      <Arrow size={14} aria-hidden="true" />
      <span aria-hidden="true">{Math.abs(moved)}</span>
      <span className={ui.hidden}>
        {moved > 0 ? 'Up' : 'Down'} {formatCount(Math.abs(moved), 'rank')}
      </span>
    </span>
  )
}

/** The parts of a score: what adds to it on the right of the line, what takes away on the left. */
function PartsBar({ row, power }: Pick<RowProps, 'row' | 'power'>) {
  const { below, above } = rangeOf(power)
  const parts = partsOf(power).map((part) => ({ part, value: row.parts[part] ?? 0 }))
  const describe = ({ part, value }: { part: string; value: number }) =>
    `${PART_NAMES[part]} ${formatSigned(value, 2)}`
  return (
    <span
      className={styles.bar}
      style={{ '--zero': below / (below + above), '--total': below + above } as CSSProperties}
    >
      <span className={ui.hidden}>{parts.map(describe).join(', ')}</span>
      <span className={styles.below} aria-hidden="true">
        {parts
          .filter(({ value }) => value < 0)
          .map((each) => (
            <Segment key={each.part} {...each} title={describe(each)} />
          ))}
      </span>
      <span className={styles.above} aria-hidden="true">
        {parts
          .filter(({ value }) => value > 0)
          .map((each) => (
            <Segment key={each.part} {...each} title={describe(each)} />
          ))}
      </span>
    </span>
  )
}

function Segment({ part, value, title }: { part: string; value: number; title: string }) {
  const style = { '--value': Math.abs(value) } as CSSProperties
  return <span className={styles.part} data-part={part} title={title} style={style} />
}

/** How far the longest bars reach to both sides. */
function rangeOf({ teams }: Power) {
  const sumOf = (team: TeamPower, sign: number) =>
    Object.values(team.parts).reduce((sum, part) => sum + Math.max(0, sign * part), 0)
  return {
    below: Math.max(0, ...teams.map((team) => sumOf(team, -1))),
    above: Math.max(0.001, ...teams.map((team) => sumOf(team, 1))),
  }
}
