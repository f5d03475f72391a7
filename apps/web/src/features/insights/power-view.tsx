import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import type { SeasonViewProps } from '../../api/operations.ts'
import { useLocation, useRouter } from '../../router/router.ts'
import { SeriesPlot } from '../../ui/charts/plot.tsx'
import { DataTable } from '../../ui/display/data-table.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { Bar, Track } from '../../ui/feedback/progress.tsx'
import { formatCount, formatDecimal, formatSigned, formatWinPercentage } from '../../ui/format/format.ts'
import { SegmentedControl } from '../../ui/forms/field.tsx'
import { Row, Text } from '../../ui/layout/layout.tsx'
import { WeekChooser } from '../../ui/navigation/tab-header.tsx'
import { type ExplainedFigure, Explanation } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { ChartCard, InsightView, type TeamOf } from './insight-view.tsx'
import styles from './insights.module.css'
import { type Power, type PowerFormula, powerQuery, type TeamPower } from './use-insights.ts'

/** The names of the view in the address. The first one is the default. */
const FORMULAS = [
  { value: 'power', formula: 'composite', label: 'Composite' },
  { value: 'power-dominance', formula: 'dominance', label: 'Dominance' },
  { value: 'power-all-play', formula: 'all_play', label: 'All-play' },
] as const satisfies readonly { value: string; formula: PowerFormula; label: string }[]

export function PowerView({ league, seasons }: SeasonViewProps) {
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
          <Row>
            <SegmentedControl
              label="Formula"
              options={FORMULAS}
              value={value}
              onChange={(chosen) => router.navigate({ view: chosen })}
            />
          </Row>
          <Ranking power={data} teamOf={teamOf} />
          <RanksByWeek key={data.season} power={data} teamOf={teamOf} />
        </>
      )}
    </InsightView>
  )
}

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

type PowerProps = { power: Power; teamOf: TeamOf }

function Ranking({ power, teamOf }: PowerProps) {
  const { season } = useLocation()
  const parts = partsOf(power)
  return (
    <ChartCard
      title={`Ranking after week ${power.week}`}
      note={FORMULA_NOTES[power.formula]}
      action={<Explanation title="power" figures={explainPower(power)} />}
    >
      <DataTable
        caption={`Ranking after week ${power.week}`}
        columns={[
          { label: '#', name: 'Rank', kind: 'rank', value: ({ rank }) => rank },
          { label: 'Moved', header: null, kind: 'text', cell: (row) => <Movement row={row} /> },
          {
            label: 'Team',
            kind: 'head',
            cell: (row) => (
              <TeamCell team={teamOf(row.team_id)} to={{ tab: 'roster', team: row.team_id, season }}>
                <span className={ui.hidden}>{parts.map((part) => describePart(row, part)).join(', ')}</span>
                <PartsBar row={row} power={power} className={ui.phoneOnly} />
              </TeamCell>
            ),
          },
          {
            label: 'Parts',
            header: null,
            kind: 'text',
            cell: (row) => <PartsBar row={row} power={power} className={styles.wide} />,
            views: [],
          },
          {
            label: 'Score',
            value: ({ score }) => formatScore(power.formula, score),
            isStrong: true,
          },
          {
            label: 'Explanation',
            kind: 'action',
            cell: (row) => (
              <Explanation title={teamOf(row.team_id).name} figures={explainPower(power, row)} />
            ),
          },
        ]}
        rows={power.teams}
        keyOf={(row) => row.team_id}
        isMine={(row) => teamOf(row.team_id).is_mine}
        isPlain
      />
      <Row as="ul" gap={3} wraps className={ui.note} aria-hidden="true">
        {parts.map((part) => (
          <Row key={part} as="li" gap={1} className={styles.key} data-tone={PARTS[part]?.tone}>
            {PARTS[part]?.name}
          </Row>
        ))}
      </Row>
    </ChartCard>
  )
}

function Movement({ row: { rank, previous_rank: previous } }: { row: TeamPower }) {
  const moved = previous === null ? 0 : previous - rank
  const Arrow = moved === 0 ? Minus : moved > 0 ? ArrowUp : ArrowDown
  const text =
    moved === 0
      ? previous === null
        ? 'First ranking'
        : 'Unchanged'
      : `${moved > 0 ? 'Up' : 'Down'} ${formatCount(Math.abs(moved), 'rank')}`
  return (
    <Row as="span" gap={0}>
      <Text tone={moved === 0 ? 'muted' : moved > 0 ? 'good' : 'bad'} weight={600} isNumeric>
        <Arrow size={14} aria-hidden="true" />
        <span aria-hidden="true">{moved === 0 ? null : Math.abs(moved)}</span>
        <span className={ui.hidden}>{text}</span>
      </Text>
    </Row>
  )
}

function describePart({ parts }: TeamPower, part: string): string {
  return `${PARTS[part]?.name} ${formatSigned(parts[part] ?? 0, 2)}`
}

type PartsBarProps = { row: TeamPower; power: Power; className: string | undefined }

function PartsBar({ row, power, className }: PartsBarProps) {
  const { below, total } = rangeOf(power)
  return (
    <Track zero={below / total} className={className}>
      {segmentsOf(row, partsOf(power), below).map(({ part, from, to }) => (
        <Bar
          key={part}
          from={from / total}
          to={to / total}
          data-tone={PARTS[part]?.tone}
          title={describePart(row, part)}
        />
      ))}
    </Track>
  )
}

/** From the line outward. */
function segmentsOf({ parts }: TeamPower, names: readonly string[], zero: number) {
  const ends = { 1: zero, [-1]: zero }
  return names.map((part) => {
    const value = parts[part] ?? 0
    const sign = value < 0 ? -1 : 1
    const from = ends[sign] ?? zero
    ends[sign] = from + value
    return { part, from, to: from + value }
  })
}

/** How far the longest bar reaches to the left, and how long both sides are. */
function rangeOf({ teams }: Power) {
  const sumOf = (team: TeamPower, sign: number) =>
    Object.values(team.parts).reduce((sum, part) => sum + Math.max(0, sign * part), 0)
  const below = Math.max(0, ...teams.map((team) => sumOf(team, -1)))
  return { below, total: below + Math.max(0.001, ...teams.map((team) => sumOf(team, 1))) }
}

/** The height of a rank, in CSS pixels. */
const ROW = 30

function RanksByWeek({ power, teamOf }: PowerProps) {
  const weeks = power.teams[0]?.history.map(({ week }) => week) ?? []
  const [first = 1, last = 1] = [weeks[0], weeks.at(-1)]
  if (weeks.length < 2) return null
  const own = power.teams.find(({ team_id: id }) => teamOf(id).is_mine)
  const leader = power.teams[0]
  return (
    <SeriesPlot
      title="Rank by week"
      summary={`${leader === undefined ? '' : teamOf(leader.team_id).name} is first after week ${power.week}.`}
      note="Choose a team to follow it. The dotted line marks the shown week."
      height={ROW * power.teams.length + 32}
      initial={String((own ?? leader)?.team_id)}
      span={[first, last]}
      range={[power.teams.length, 1]}
      ticks={power.teams.map((_, index) => index + 1)}
      labels={weeks.map((week) => ({ at: week, text: String(week) }))}
      marked={power.week}
      series={power.teams.map(({ team_id: id, history }) => ({
        id: String(id),
        name: teamOf(id).name,
        color: teamOf(id).color,
        points: history.map(({ week, rank, score }) => ({
          at: week,
          value: rank,
          title: `Week ${week}`,
          lines: [`Rank ${rank}`, `Score ${formatScore(power.formula, score)}`],
        })),
      }))}
      columns={['Team', ...weeks.map(String)]}
      rows={power.teams.map(({ team_id: id, history }) => [
        teamOf(id).name,
        ...history.map(({ rank }) => rank),
      ])}
    />
  )
}

const FORMULA_NOTES: Record<PowerFormula, string> = {
  composite: 'How strong each team looks right now. 50 is average.',
  dominance: 'Who beat the teams that beat others.',
  all_play: 'Who is best if the schedule is ignored.',
}

const FORMULA_TEXTS: Record<PowerFormula, string> = {
  composite:
    '50 + 15 × caution × the weighted sum of the standard scores of the components. Caution is weeks ÷ (weeks + 3), so that early scores stay closer to 50. A component without data for every team is left out, and the others share its weight.',
  dominance:
    '0.80 × dominance + 0.15 × PPG + 0.05 × average margin. Dominance counts the wins of a team, and the wins of the teams that it beat.',
  all_play: 'The share of all other weekly scores that the team beat. An equal score counts half.',
}

const PARTS: Readonly<Record<string, { name: string; tone: string }>> = {
  points: { name: 'PPG', tone: 'accent' },
  recent_points: { name: 'PPG, last 3 weeks', tone: 'gold' },
  roster: { name: 'Roster strength', tone: 'info' },
  win_rate: { name: 'Win %', tone: 'bronze' },
  dominance: { name: 'Dominance', tone: 'gold' },
  margin: { name: 'Average margin', tone: 'bronze' },
  all_play: { name: 'All-play win %', tone: 'accent' },
}

function partsOf({ teams }: Power): string[] {
  const [first] = teams
  return first === undefined ? [] : Object.keys(first.parts)
}

function formatScore(formula: PowerFormula, score: number): string {
  return formula === 'all_play' ? formatWinPercentage(score) : formatDecimal(score, 1)
}

function explainPower({ formula, weights, teams }: Power, row?: TeamPower): ExplainedFigure[] {
  const power = {
    name: 'Power',
    meaning: FORMULA_NOTES[formula],
    formula: FORMULA_TEXTS[formula],
  }
  if (row === undefined) {
    const known = Object.entries(weights ?? {}).filter(([part]) => teams.some(({ parts }) => part in parts))
    return [
      {
        ...power,
        inputs: known.map(([part, weight]) => [PARTS[part]?.name ?? part, `weight ${weight}`] as const),
      },
    ]
  }
  const start = formula === 'composite' ? ([['Average', '50']] as const) : []
  return [
    {
      ...power,
      value: formatScore(formula, row.score),
      inputs: [
        ...start,
        ...Object.entries(row.parts).map(
          ([part, value]) => [PARTS[part]?.name ?? part, formatSigned(value, 2)] as const,
        ),
      ],
    },
  ]
}
