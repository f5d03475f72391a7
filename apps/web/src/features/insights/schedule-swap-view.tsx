import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SeasonViewProps } from '../../api/operations.ts'
import { useLocation, useRouter } from '../../router/router.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { HeatCell } from '../../ui/display/heat-cell.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { Bar, Track } from '../../ui/feedback/progress.tsx'
import { formatCount, formatDecimal } from '../../ui/format/format.ts'
import { SelectField } from '../../ui/forms/field.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { type ExplainedFigure, Explanation } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { ChartCard, InsightView, TeamBar, type TeamOf } from './insight-view.tsx'
import { type ScheduleSwap, scheduleSwapQuery, type TeamSwap } from './use-insights.ts'

type SwapProps = {
  teams: readonly TeamSwap[]
  teamOf: TeamOf
  onChoose: (teamId: number) => void
}

export function ScheduleSwapView({ league, seasons }: SeasonViewProps) {
  const { season } = useLocation()
  const swap = useQuery({ ...scheduleSwapQuery(league, season), placeholderData: keepPreviousData })
  return (
    <InsightView league={league} seasons={seasons} title="Schedule swap" query={swap}>
      {(data, teamOf) => <SwapContent swap={data} teamOf={teamOf} />}
    </InsightView>
  )
}

function SwapContent({ swap: { teams }, teamOf }: { swap: ScheduleSwap; teamOf: TeamOf }) {
  const router = useRouter()
  const { team } = useLocation()
  const chosen =
    teams.find(({ team_id: id }) => id === team) ??
    teams.find(({ team_id: id }) => teamOf(id).is_mine) ??
    teams[0]
  if (chosen === undefined) return null
  // The choice has an address, but Back leaves the view.
  const choose = (teamId: number) => router.replace({ team: teamId })
  return (
    <>
      <TeamSchedules teams={teams} chosen={chosen} teamOf={teamOf} onChoose={choose} />
      <AllSchedules teams={teams} teamOf={teamOf} onChoose={choose} />
    </>
  )
}

function TeamSchedules({ teams, chosen, teamOf, onChoose }: SwapProps & { chosen: TeamSwap }) {
  const { name, is_mine: isMine } = teamOf(chosen.team_id)
  const records = chosen.records.toSorted((a, b) => winsOf(b) - winsOf(a))
  const games = Math.max(1, ...records.map(({ wins, losses, ties }) => wins + losses + ties))
  return (
    <ChartCard
      title={isMine ? 'You with every schedule' : `${name} with every schedule`}
      note={describeSchedules(chosen, teams.length)}
      action={<Explanation title={name} figures={explainSwap(chosen, teams.length)} />}
    >
      <Row>
        <SelectField
          label="Team"
          isLabelHidden
          options={teams.map(({ team_id: id }) => ({ value: String(id), label: teamOf(id).name }))}
          value={String(chosen.team_id)}
          onChange={(id) => onChoose(Number(id))}
        />
      </Row>
      <Stack as="ul" gap={0}>
        {records.map((record) => {
          const isReal = record.schedule_of === chosen.team_id
          const value = (
            <>
              {formatRecord(record)}
              {isReal ? <span className={ui.hidden}> (real record)</span> : null}
            </>
          )
          return (
            <TeamBar
              key={record.schedule_of}
              team={{ ...teamOf(record.schedule_of), is_mine: false }}
              value={value}
              isMarked={isReal}
            >
              <Track>
                <Bar to={winsOf(record) / games} />
              </Track>
            </TeamBar>
          )
        })}
      </Stack>
    </ChartCard>
  )
}

function describeSchedules({ best, worst, better }: TeamSwap, count: number): string {
  const range = `From ${formatCount(worst, 'win')} to ${formatCount(best, 'win')}.`
  if (better === 0) return `${range} No other schedule would have given a better record.`
  return `${range} ${better} of ${count - 1} other schedules would have given a better record.`
}

function AllSchedules({ teams, teamOf, onChoose }: SwapProps) {
  const most = Math.max(
    1,
    ...teams.flatMap((team) => team.records.map((each) => Math.abs(winsMore(team, each)))),
  )
  return (
    <ChartCard
      title="All schedules"
      note="Row: whose scores. Column: whose schedule. Green is better than the real record, red is worse."
      action={<Explanation title="schedule swap" figures={explainSwap()} />}
    >
      <DataTable
        caption="Each team's record with the schedule of every team"
        columns={[
          {
            label: 'Team',
            kind: 'head',
            cell: ({ team_id: id }) => (
              <TeamCell team={teamOf(id)} size="xs" wraps onOpen={() => onChoose(id)} />
            ),
          },
          ...teams.map(({ team_id: id }): Column<TeamSwap> => {
            const { name, logo, color } = teamOf(id)
            return {
              id: String(id),
              label: `Schedule of ${name}`,
              header: <Avatar name={name} src={logo} color={color} size="xs" />,
              kind: 'center',
              cell: (team) => {
                const record = team.records.find(({ schedule_of: schedule }) => schedule === id)
                if (record === undefined) return '—'
                return (
                  <HeatCell value={winsMore(team, record) / most} isMarked={id === team.team_id}>
                    {formatRecord(record)}
                    {id === team.team_id ? <span className={ui.hidden}> (real record)</span> : null}
                  </HeatCell>
                )
              },
            }
          }),
          { label: 'Best', cell: ({ best }) => best },
          { label: 'Worst', cell: ({ worst }) => worst },
          { label: 'Average', cell: ({ mean }) => formatDecimal(mean, 1) },
        ]}
        rows={teams}
        keyOf={({ team_id: id }) => id}
        isMine={({ team_id: id }) => teamOf(id).is_mine}
        isPlain
      />
    </ChartCard>
  )
}

type SwappedRecord = TeamSwap['records'][number]

/** Wins, a tie as half a win. */
function winsOf({ wins, ties }: Pick<SwappedRecord, 'wins' | 'ties'>): number {
  return wins + ties / 2
}

/** How many wins a schedule would have given more (+) or less (−) than the own one. */
function winsMore(team: TeamSwap, record: SwappedRecord): number {
  const real = team.records.find(({ schedule_of: id }) => id === team.team_id)
  return winsOf(record) - (real === undefined ? 0 : winsOf(real))
}

const SWAP = {
  name: 'Record with a schedule',
  meaning: 'The record with the same scores against the opponents of another team.',
  formula:
    "Week by week, the team's score against the score of the other team's opponent. Where that opponent is the team itself, the two teams play each other. Weeks in which either team is on bye are skipped.",
}

function explainSwap(team?: TeamSwap, count = 0): ExplainedFigure[] {
  if (team === undefined) return [SWAP]
  const real = team.records.find(({ schedule_of: id }) => id === team.team_id)
  return [
    { ...SWAP, value: real === undefined ? '—' : `${formatRecord(real)} real` },
    {
      name: 'Best, worst and average',
      value: `${team.best} · ${team.worst} · ${formatDecimal(team.mean, 1)}`,
      meaning: 'The most, the fewest and the average wins over all schedules.',
      formula: 'A tie counts as half a win. The own schedule is included.',
    },
    {
      name: 'Better schedules',
      value: `${team.better} of ${count - 1}`,
      meaning: 'How many other schedules would have given more wins.',
      formula: 'Schedules with more wins than the real record.',
    },
  ]
}
