import { useState } from 'react'
import { Link } from '../../router/link.tsx'
import { SortableHeader, type SortOrder } from '../../ui/display/sortable-header.tsx'
import table from '../../ui/display/table.module.css'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { useMediaQuery } from '../../ui/layout/measure.ts'
import ui from '../../ui/ui.module.css'
import { describeObstacle, describeStep, describeYears, formatCost } from './keeper-text.ts'
import styles from './keepers-table.module.css'
import type { Keeper, KeeperRule, Keepers } from './use-keepers.ts'

type Props = {
  keepers: Keepers
  /** The players to show. */
  players: readonly Keeper[]
  /** The players of the plan; null where none can be planned. */
  planned: ReadonlySet<number> | null
  onPlan: (playerId: number, isPlanned: boolean) => void
}

const SORTS = [
  { value: 'team', label: 'Team' },
  { value: 'player', label: 'Player' },
  { value: 'years', label: 'Years kept' },
  { value: 'cost', label: 'Cost, cheapest first' },
] as const

type KeeperColumn = 'player' | 'team' | 'years' | 'cost'

type KeeperOrder = SortOrder<KeeperColumn>

/** The user's team first, in the order of the rosters. */
const BY_TEAM: KeeperOrder = { column: 'team', isDescending: false }

/** How each player was acquired, and what he costs next season. */
export function KeepersTable({ keepers, players, planned, onPlan }: Props) {
  const [order, setOrder] = useState(BY_TEAM)
  const isPhone = useMediaQuery('(max-width: 719px)')
  const { season, teams, rule, my_team_id: mine } = keepers
  const header = (column: KeeperColumn, label: string, isText = true) => (
    <SortableHeader
      column={column}
      label={label}
      isText={isText}
      order={order}
      onPress={(pressed) => setOrder(nextKeeperOrder(order, pressed))}
    />
  )
  return (
    <>
      {isPhone ? (
        <SelectField
          label="Sort by"
          options={rule === null ? SORTS.slice(0, -1) : SORTS}
          value={order.column}
          onChange={(column) => setOrder({ column, isDescending: column === 'years' })}
        />
      ) : null}
      <div className={ui.frame}>
        <table className={`${table.table} ${styles.table}`} data-stacks>
          <caption className={ui.hidden}>Keepers for {season + 1}</caption>
          <thead>
            <tr>
              {planned === null ? null : <th scope="col">Keep</th>}
              {header('player', 'Player')}
              {header('team', 'Team')}
              <th scope="col">Acquired</th>
              {header('years', 'Kept')}
              {rule === null ? null : header('cost', `Cost in ${season + 1}`, false)}
            </tr>
          </thead>
          <tbody>
            {sortKeepers(players, teams, rule?.unit ?? null, order).map((keeper) => {
              const { player, team_id: teamId } = keeper
              const team = teams.find((each) => each.team_id === teamId)
              return (
                <tr key={player.player_id} data-mine={teamId === mine || undefined}>
                  {planned === null ? null : (
                    <td className={styles.keep}>
                      {keeper.next_cost === null ? null : (
                        <Checkbox
                          label=""
                          ariaLabel={`Keep ${player.name}`}
                          checked={planned.has(player.player_id)}
                          onChange={(isPlanned) => onPlan(player.player_id, isPlanned)}
                        />
                      )}
                    </td>
                  )}
                  <th scope="row" className={styles.player}>
                    <Link to={{ player: player.player_id }}>{player.name}</Link>
                    <span className={styles.position}>
                      {[player.position, player.nfl_team].filter((part) => part !== null).join(' · ')}
                    </span>
                  </th>
                  <td className={styles.team}>
                    <Link to={{ tab: 'roster', team: teamId, season }}>{team?.name ?? `Team ${teamId}`}</Link>
                  </td>
                  <td className={styles.way}>
                    <Way keeper={keeper} />
                  </td>
                  <td className={styles.years}>
                    <span className={styles.label}>Kept: </span>
                    {describeYears(keeper)}
                  </td>
                  {rule === null ? null : (
                    <td className={`${table.number} ${styles.cost}`}>
                      {keeper.obstacle === null ? (
                        formatCost(keeper.next_cost ?? 0, rule.unit)
                      ) : (
                        <span className={styles.obstacle}>{describeObstacle(keeper.obstacle)}</span>
                      )}
                    </td>
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** A player's way to his team, oldest step first. */
function Way({ keeper: { steps, has_origin: isWhole } }: { keeper: Keeper }) {
  return (
    <ol className={styles.steps}>
      {isWhole ? null : (
        <li className={ui.muted}>{steps.length === 0 ? 'Unknown' : 'What was before is unknown'}</li>
      )}
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps have no ID, and never move
        <li key={index}>
          <span className={styles.season}>{step.season}</span> {describeStep(step)}
        </li>
      ))}
    </ol>
  )
}

/** Returns the next order after a click on a column header: reversed, or the column's default direction. */
function nextKeeperOrder(order: KeeperOrder, column: KeeperColumn): KeeperOrder {
  if (order.column === column) return { column, isDescending: !order.isDescending }
  return { column, isDescending: column === 'years' }
}

/**
 * Sorts players by a column. The cheapest come first by cost: a late round, or a low price. Players without a cost
 * come last in both directions. Equal players keep their order.
 */
function sortKeepers(
  players: readonly Keeper[],
  teams: Keepers['teams'],
  unit: KeeperRule['unit'] | null,
  { column, isDescending }: KeeperOrder,
): Keeper[] {
  const sign = isDescending ? -1 : 1
  const places = new Map(teams.map(({ team_id: id }, index) => [id, index]))
  const placeOf = ({ team_id: id }: Keeper) => places.get(id) ?? teams.length
  return players.toSorted((a, b) => {
    if (column === 'player') return sign * a.player.name.localeCompare(b.player.name, 'en')
    if (column === 'team') return sign * (placeOf(a) - placeOf(b))
    if (column === 'years') return sign * (a.years_kept - b.years_kept)
    const [left, right] = [a.next_cost, b.next_cost]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (unit === 'round' ? right - left : left - right)
  })
}
