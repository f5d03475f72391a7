import { Link } from '../../router/link.tsx'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { describeObstacle, describeStep, describeYears, formatCost } from './keeper-text.ts'
import type { Keeper, Keepers } from './use-keepers.ts'

type Props = {
  keepers: Keepers
  /** The players to show. */
  players: readonly Keeper[]
  /** The players of the plan; null where none can be planned. */
  planned: ReadonlySet<number> | null
  onPlan: (playerId: number, isPlanned: boolean) => void
}

/** How each player was acquired, and what he costs next season. The user's team is first. */
export function KeepersTable({ keepers, players, planned, onPlan }: Props) {
  const { season, teams, rule, my_team_id: mine } = keepers
  const places = new Map(teams.map(({ team_id: id }, index) => [id, index]))
  const columns: Column<Keeper>[] = [
    {
      id: 'player',
      label: 'Player',
      sort: 'ascending',
      value: ({ player }) => player.name,
      cell: ({ player }) => (
        <Stack as="span" gap={0}>
          <Link to={{ player: player.player_id }}>{player.name}</Link>
          <span className={ui.note}>
            {[player.position, player.nfl_team].filter((part) => part !== null).join(' · ')}
          </span>
        </Stack>
      ),
    },
    {
      id: 'team',
      label: 'Team',
      kind: 'text',
      sort: 'ascending',
      value: ({ team_id: id }) => places.get(id) ?? teams.length,
      cell: ({ team_id: id }) => (
        <Link to={{ tab: 'roster', team: id, season }}>
          {teams.find((team) => team.team_id === id)?.name ?? `Team ${id}`}
        </Link>
      ),
      below: 'line',
    },
    { id: 'way', label: 'Acquired', kind: 'text', cell: (keeper) => <Way keeper={keeper} />, below: 'line' },
    {
      id: 'years',
      label: 'Kept',
      kind: 'text',
      sort: 'descending',
      value: (keeper) => keeper.years_kept,
      cell: describeYears,
      below: 'labeled',
    },
  ]
  if (planned !== null) {
    columns.unshift({
      id: 'plan',
      label: 'Keep',
      kind: 'text',
      cell: ({ player, next_cost: cost }) =>
        cost === null ? null : (
          <Checkbox
            label=""
            ariaLabel={`Keep ${player.name}`}
            checked={planned.has(player.player_id)}
            onChange={(isPlanned) => onPlan(player.player_id, isPlanned)}
          />
        ),
    })
  }
  if (rule !== null) {
    columns.push({
      id: 'cost',
      label: `Cost in ${season + 1}`,
      sort: 'ascending',
      // The cheapest come first: a late round, or a low price.
      value: ({ next_cost: cost }) => (cost !== null && rule.unit === 'round' ? -cost : cost),
      cell: ({ next_cost: cost }) => formatCost(cost ?? 0, rule.unit),
      missing: ({ obstacle }) =>
        obstacle === null ? null : <span className={ui.note}>{describeObstacle(obstacle)}</span>,
    })
  }
  return (
    <DataTable
      caption={`Keepers for ${season + 1}`}
      columns={columns}
      rows={players}
      keyOf={({ player }) => player.player_id}
      head="player"
      sortedBy={{ column: 'team', direction: 'ascending' }}
      isMine={({ team_id: id }) => id === mine}
      isStacked
    />
  )
}

/** A player's way to his team, oldest step first. */
function Way({ keeper: { steps, has_origin: isWhole } }: { keeper: Keeper }) {
  return (
    <Stack as="ol" gap={0} className={ui.note}>
      {isWhole ? null : <li>{steps.length === 0 ? 'Unknown' : 'What was before is unknown'}</li>}
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no ID, and never move
        <li key={index}>
          {step.season} {describeStep(step)}
        </li>
      ))}
    </Stack>
  )
}
