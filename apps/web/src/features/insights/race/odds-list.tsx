import { formatSimulatedShare } from '@fieldhouse/domain/format-share'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { DataTable } from '../../../ui/display/data-table.tsx'
import { Sparkline } from '../../../ui/display/stat.tsx'
import { TeamCell } from '../../../ui/display/team.tsx'
import { formatDecimal, formatFullRecord } from '../../../ui/format/format.ts'
import { Row, Text } from '../../../ui/layout/layout.tsx'
import { type ExplainedFigure, Explanation } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import type { TeamOf } from '../insight-view.tsx'
import insights from '../insights.module.css'
import { OddsBar, OddsNumber, StatusBadge } from './odds.tsx'
import {
  bySeed,
  describeMagicNumber,
  formatChange,
  formatPlayoffs,
  formatStatus,
  formatTitle,
} from './race-format.ts'
import type { Race, TeamRace } from './use-race.ts'

type Props = {
  race: Race
  teamOf: TeamOf
  trendOf: (teamId: number) => readonly number[]
  /** What the odds are compared with, such as 'last week'. */
  before: { name: string; oddsOf: (teamId: number) => number | null }
  /** Whether newer odds have been requested. */
  isBehind: boolean
}

export function OddsList({ race, teamOf, trendOf, before, isBehind }: Props) {
  const teams = bySeed(race.teams)
  const lastIn =
    race.places < teams.length ? teams.find((team) => team.current_seed === race.places) : undefined
  return (
    <DataTable
      caption="Playoff odds"
      columns={[
        { label: '#', name: 'Seed', kind: 'rank', value: (team) => team.current_seed },
        {
          label: 'Team',
          kind: 'head',
          cell: (team) => (
            <TeamCell
              team={teamOf(team.team_id)}
              to={{ tab: 'roster', team: team.team_id, season: race.season }}
            >
              <Meta team={team} />
              <span className={ui.phoneOnly}>
                <OddsBar team={team} />
              </span>
            </TeamCell>
          ),
        },
        {
          label: 'Bar',
          header: null,
          kind: 'text',
          cell: (team) => (
            <div className={insights.wide}>
              <OddsBar team={team} />
            </div>
          ),
          views: [],
        },
        {
          label: 'Playoffs',
          cell: (team) => (
            <>
              <OddsNumber team={team} />
              <Change team={team} before={before} />
            </>
          ),
        },
        {
          label: 'Trend',
          value: ({ team_id: id }) => (trendOf(id).length < 2 ? null : 0),
          cell: ({ team_id: id }) => (
            <Sparkline
              values={trendOf(id)}
              bounds={[0, 1]}
              color={teamOf(id).color}
              label={`Playoff odds by week: ${trendOf(id).map(formatSimulatedShare).join(', ')}`}
            />
          ),
          views: [],
        },
        { label: 'Title', value: (team) => formatTitle(team, race), views: [] },
        {
          label: 'Explanation',
          kind: 'action',
          cell: (team) => (
            <Explanation
              title={teamOf(team.team_id).name}
              figures={explainTeam(team, race)}
              simulation={race.model}
            />
          ),
        },
      ]}
      rows={teams}
      keyOf={(team) => team.team_id}
      isMine={({ team_id: id }) => teamOf(id).is_mine}
      cutoff={
        lastIn === undefined
          ? null
          : {
              after: lastIn,
              label:
                race.remaining_games.length === 0 ? 'Playoff line' : 'Playoff line if the season ended today',
            }
      }
      detail={({ scenarios }) =>
        scenarios.length === 0
          ? null
          : scenarios.map((text) => (
              <Text key={text} as="p" size="s">
                {text}
              </Text>
            ))
      }
      isStale={isBehind}
    />
  )
}

function Meta({ team }: { team: TeamRace }) {
  const magic = describeMagicNumber(team)
  return (
    <Row as="span" wraps>
      <span className={ui.note}>{formatRecord(team)}</span>
      {magic === null ? null : (
        <Text size="s" tone="muted" title={magic} className={ui.laptopOnly}>
          Magic {team.magic_number}
        </Text>
      )}
      <StatusBadge team={team} />
    </Row>
  )
}

function Change({ team, before }: { team: TeamRace } & Pick<Props, 'before'>) {
  const earlier = before.oddsOf(team.team_id)
  const change = team.odds === null || earlier === null ? null : formatChange(team.odds.playoffs, earlier)
  if (change === null) return null
  return (
    <Text as="div" size="s" weight={600} tone={change.startsWith('+') ? 'good' : 'bad'}>
      {change}
      <span className={ui.hidden}> points since {before.name}</span>
    </Text>
  )
}

const PLAYOFFS = {
  name: 'Playoff odds',
  meaning: 'How often the team reaches the playoffs when the rest of the season is played many times.',
  formula:
    "Each simulated season draws every team's true strength once, from its scores so far, and then all open weeks. Wins, points and the league's tie-breakers decide the seeds, and the bracket is played.",
}

const CERTAIN = {
  name: 'Certain',
  meaning: 'Clinched and eliminated are proven: no results of the remaining games can change them.',
  formula:
    'A search through all outcomes of the remaining games. Points are still open, so teams level on wins prove nothing.',
}

const MAGIC = {
  name: 'Magic number',
  meaning: 'How many more wins make the place certain, whatever else happens.',
  formula: 'From the most wins that the rivals can still reach. It can be too high, never too low.',
}

const SEEDS = {
  name: 'Seeds',
  meaning: 'How often the team ends on each seed.',
  formula: 'The share of the simulated seasons with that seed.',
}

export const RACE_FIGURES: readonly ExplainedFigure[] = [PLAYOFFS, CERTAIN, MAGIC]

export const SEED_FIGURES: readonly ExplainedFigure[] = [SEEDS]

function explainTeam(team: TeamRace, { model, places, byes }: Race): ExplainedFigure[] {
  const { odds } = team
  return [
    {
      ...PLAYOFFS,
      value: formatPlayoffs(team),
      inputs: [
        ['Record', formatFullRecord(team)],
        ['Points for', formatDecimal(team.points_for, 1)],
        ['Seed now', String(team.current_seed)],
        ['Places', String(places)],
        ['Results left', String(team.results_left)],
        ...(model === null
          ? []
          : [['Spread of scores (σ)', `${formatDecimal(model.sigma, 1)} points`] as const]),
        ...(model === null ? [] : [['Mean score', formatDecimal(model.mean, 1)] as const]),
        ...(odds === null || team.proven
          ? []
          : [
              ['First seed', formatSimulatedShare(odds.first_seed)] as const,
              ...(byes === 0 ? [] : [['Bye', formatSimulatedShare(odds.bye)] as const]),
              ...(odds.division === null ? [] : [['Division', formatSimulatedShare(odds.division)] as const]),
              ['Title', formatSimulatedShare(odds.title)] as const,
            ]),
      ],
    },
    { ...CERTAIN, value: team.proven ? (formatStatus(team) ?? '—') : 'Open' },
    ...(describeMagicNumber(team) === null ? [] : [{ ...MAGIC, value: String(team.magic_number) }]),
  ]
}
