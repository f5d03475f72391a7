import { roundsTogether } from '@fieldhouse/domain/insights/moves/keeper-rule'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../router/link.tsx'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { SeasonChooser } from '../../ui/navigation/season-chooser.tsx'
import { TabHeader } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import { describeRule, formatCost } from './keeper-text.ts'
import { KeepersTable } from './keepers-table.tsx'
import { type Keeper, type KeeperRule, type Keepers, keepersFileUrl, keepersQuery } from './use-keepers.ts'

type Props = {
  league: string
  /** Stored seasons, newest first. */
  seasons: readonly number[]
  /** Whether the user is an admin of the league. */
  canManage: boolean
}

/** How the players of all rosters were acquired, how often they were kept, and what they cost next season. */
export function KeepersView({ league, seasons, canManage }: Props) {
  const router = useRouter()
  const { season } = useLocation()
  const query = useQuery({ ...keepersQuery(league, season), placeholderData: keepPreviousData })
  const shown = query.data?.season ?? season
  const title = shown === null ? 'Keepers' : `Keepers for ${shown + 1}`
  useTitle(title)
  return (
    <section className={ui.stack16} aria-label="Keepers">
      <Link to={{ tab: 'history' }} className={ui.standaloneLink}>
        <ArrowLeft size={18} aria-hidden="true" /> History
      </Link>
      <TabHeader title={title} label={shown === null ? undefined : `Rosters of ${shown}`}>
        {seasons.length === 0 ? null : (
          <SeasonChooser
            seasons={seasons}
            season={shown ?? seasons[0]}
            onChoose={(chosen) => router.navigate({ season: chosen, team: null })}
          />
        )}
      </TabHeader>
      <Loaded query={query} name="keepers" rows={10} height={56}>
        {(keepers) => (
          <div className={ui.stack16} data-stale={query.isPlaceholderData}>
            {keepers.unavailable === null ? (
              <Ledger league={league} keepers={keepers} canManage={canManage} />
            ) : (
              <Unavailable keepers={keepers} />
            )}
          </div>
        )}
      </Loaded>
    </section>
  )
}

function Unavailable({ keepers: { season, unavailable } }: { keepers: Keepers }) {
  if (unavailable === 'not_drafted')
    return (
      <EmptyState isFramed hint="Choose the season before to see who can be kept.">
        {season} isn't drafted yet.
      </EmptyState>
    )
  if (unavailable === 'no_rosters')
    return (
      <EmptyState isFramed hint="Some seasons only have scores or standings.">
        No rosters of {season} are stored.
      </EmptyState>
    )
  return (
    <EmptyState isFramed hint="It appears after this season is refreshed.">
      {season} isn't stored yet.
    </EmptyState>
  )
}

/** The value of `team` in the address for all of them. Without a value, the user's own team is shown. */
const ALL_TEAMS = 0

type LedgerProps = { league: string; keepers: Keepers; canManage: boolean }

function Ledger({ league, keepers, canManage }: LedgerProps) {
  const router = useRouter()
  const { team } = useLocation()
  const [planned, setPlanned] = useState<ReadonlySet<number>>(new Set())
  const { season, teams, rule, my_team_id: myTeamId } = keepers
  const chosen = teams.find(({ team_id: id }) => id === (team ?? myTeamId))?.team_id ?? null
  const players = keepers.players.filter(({ team_id: id }) => chosen === null || id === chosen)
  const plan = players.filter(({ player }) => planned.has(player.player_id))

  function changePlan(playerId: number, isPlanned: boolean) {
    const next = new Set(planned)
    if (isPlanned) next.add(playerId)
    else next.delete(playerId)
    setPlanned(next)
  }

  return (
    <>
      <Notes league={league} keepers={keepers} canManage={canManage} />
      <Row wraps isSpread align="end" gap={3}>
        <SelectField
          label="Team"
          options={[
            { value: String(ALL_TEAMS), label: 'All teams' },
            ...teams.map(({ team_id: id, name }) => ({
              value: String(id),
              label: id === myTeamId ? `${name} (yours)` : name,
            })),
          ]}
          value={String(chosen ?? ALL_TEAMS)}
          onChange={(value) => router.navigate({ team: Number(value) })}
        />
        <a className={ui.standaloneLink} href={keepersFileUrl(league, season)} download>
          <Download size={18} aria-hidden="true" /> Download CSV
        </a>
      </Row>
      {rule === null || chosen === null ? null : <Plan rule={rule} plan={plan} />}
      <KeepersTable
        keepers={keepers}
        players={players}
        planned={rule === null || chosen === null ? null : planned}
        onPlan={changePlan}
      />
    </>
  )
}

/** The rule, and what of the ledger is not known. */
function Notes({ league, keepers, canManage }: LedgerProps) {
  const { season, rule, week, is_finished: isFinished } = keepers
  const { draft_unavailable: noDraft, has_all_transactions: hasAll } = keepers
  const notes = [
    isFinished ? null : `As of Week ${week ?? '—'}. Trades and pickups can still change this.`,
    noDraft === 'not_read'
      ? `The ${season} draft hasn't been read yet, so it's unknown who was drafted.`
      : noDraft === 'no_picks'
        ? `No picks of the ${season} draft are known, so it's unknown who was drafted.`
        : null,
    hasAll ? null : `Not all transactions of ${season} are stored, so some pickups are unknown.`,
  ].filter((note) => note !== null)
  return (
    <div className={ui.stack8}>
      <p>
        {rule !== null ? (
          describeRule(rule)
        ) : (
          <>
            There's no keeper rule yet, so there are no costs.{' '}
            {canManage ? (
              <Link to={{ route: 'admin', league, view: 'league-settings' }}>Write it in Admin Tools</Link>
            ) : (
              'League admins write it in Admin Tools'
            )}
            , in the league settings.
          </>
        )}
      </p>
      {notes.length === 0 ? null : <p className={ui.note}>{notes.join(' ')}</p>}
    </div>
  )
}

/** What the chosen players cost together. It is not stored: each visitor plays it through on their own. */
function Plan({ rule, plan }: { rule: KeeperRule; plan: readonly Keeper[] }) {
  const { max_keepers: most, unit } = rule
  const costs = plan.map(({ next_cost: cost }) => cost ?? 0)
  const paid = unit === 'round' ? roundsTogether(costs) : costs
  const count =
    most === null ? pluralize(plan.length, 'keeper') : `${plan.length} of ${pluralize(most, 'keeper')}`
  const total = costs.reduce((sum, cost) => sum + cost, 0)
  return (
    <Stack gap={1} className={ui.box} role="status">
      {plan.length === 0 ? (
        <p className={ui.muted}>Check players to see what they cost together. Nothing is saved.</p>
      ) : (
        <p>
          <strong>{count}:</strong>{' '}
          {plan
            .map(({ player }, index) => {
              const cost = paid[index] ?? null
              return `${player.name} (${cost === null ? 'no round left' : formatCost(cost, unit)})`
            })
            .join(', ')}
          {unit === 'price' ? `. Together $${total}.` : '.'}
        </p>
      )}
      {unit === 'round' && new Set(costs).size < costs.length ? (
        <p className={ui.note}>Players who cost the same round take the next earlier one.</p>
      ) : null}
      {most !== null && plan.length > most ? (
        <p className={ui.alert} data-tone="bad">
          That's more than the {pluralize(most, 'player')} a team can keep.
        </p>
      ) : null}
    </Stack>
  )
}
