import { type Column, DataTable } from '../../../ui/display/data-table.tsx'
import { HeatCell } from '../../../ui/display/heat-cell.tsx'
import { TeamCell } from '../../../ui/display/team-cell.tsx'
import ui from '../../../ui/ui.module.css'
import type { TeamOf } from '../insight-view.tsx'
import { bySeed, formatShare } from './race-format.ts'
import type { Race, TeamRace } from './use-race.ts'

/** How often each team ends on each seed. The darker, the more often. */
export function SeedMap({ race, teamOf }: { race: Race; teamOf: TeamOf }) {
  const isOver = race.remaining_games.length === 0
  return (
    <DataTable
      caption="How often each team ends on each seed"
      columns={[
        {
          id: 'team',
          label: 'Team',
          cell: ({ team_id: id }) => <TeamCell team={teamOf(id)} size="xs" wraps />,
        },
        ...race.teams.map((_, index): Column<TeamRace> => {
          const shareOf = ({ seeds }: TeamRace) => seeds?.[index] ?? 0
          return {
            id: String(index),
            label: String(index + 1),
            kind: 'center',
            hasLine: index + 1 === race.places,
            cell: (team) => (
              <HeatCell value={shareOf(team)} isShare>
                {shareOf(team) === 0 ? (
                  <span className={ui.hidden}>none</span>
                ) : isOver ? (
                  '✓'
                ) : (
                  formatShare(shareOf(team))
                )}
              </HeatCell>
            ),
          }
        }),
      ]}
      rows={bySeed(race.teams)}
      keyOf={(team) => team.team_id}
      head="team"
      isMine={({ team_id: id }) => teamOf(id).is_mine}
      isPlain
      isDense
    />
  )
}
