import { roundsTogether } from '@fieldhouse/domain/insights/moves/keepers'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download } from 'lucide-react'
import { useState } from 'react'
import type { SeasonViewProps } from '../../api/operations.ts'
import { Link } from '../../router/link.tsx'
import { useLocation, useRouter, useTitle } from '../../router/router.ts'
import { Headshot } from '../../ui/display/avatar.tsx'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { Loaded, notStored, type Reason, Unavailable } from '../../ui/feedback/feedback.tsx'
import { Checkbox, SelectField } from '../../ui/forms/field.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { SeasonChooser, TabHeader } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import { type Keeper, type KeeperRule, type Keepers, keepersFileUrl, keepersQuery } from './use-keepers.ts'

type Props = SeasonViewProps & {
  canManage: boolean
}

export function KeepersView({ league, seasons, canManage }: Props) {
  const router = useRouter()
  const { season } = useLocation()
  const query = useQuery({ ...keepersQuery(league, season), placeholderData: keepPreviousData })
  const shown = query.data?.season ?? season
  const title = shown === null ? 'Keepers' : `Keepers for ${shown + 1}`
  useTitle(title)
  return (
    <Stack as="section" aria-label="Keepers">
      <Link to={{ tab: 'history' }} className={ui.standaloneLink}>
        <ArrowLeft size={18} aria-hidden="true" /> History
      </Link>
      <TabHeader title={title} label={shown === null ? undefined : `Rosters of ${shown}`}>
        <SeasonChooser
          seasons={seasons}
          season={shown ?? seasons[0]}
          onChoose={(chosen) => router.navigate({ season: chosen, team: null })}
        />
      </TabHeader>
      <Loaded query={query} name="keepers" rows={10} height={56}>
        {(keepers) => (
          <Stack data-stale={query.isPlaceholderData}>
            {keepers.unavailable === null ? (
              <Ledger league={league} keepers={keepers} canManage={canManage} />
            ) : (
              <Unavailable reason={whyUnavailable(keepers)} />
            )}
          </Stack>
        )}
      </Loaded>
    </Stack>
  )
}

function whyUnavailable({ season, unavailable }: Keepers): Reason {
  if (unavailable === 'not_drafted')
    return [`${season} isn't drafted yet.`, 'Choose the season before to see who can be kept.']
  if (unavailable === 'no_rosters')
    return [`No rosters of ${season} are stored.`, 'Some seasons only have scores or standings.']
  return notStored(season)
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
        isOfOneTeam={chosen !== null}
        planned={rule === null || chosen === null ? null : planned}
        onPlan={changePlan}
      />
    </>
  )
}

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
    <Stack gap={2}>
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
    </Stack>
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

type KeepersTableProps = {
  keepers: Keepers
  players: readonly Keeper[]
  isOfOneTeam: boolean
  /** The players of the plan; null where none can be planned. */
  planned: ReadonlySet<number> | null
  onPlan: (playerId: number, isPlanned: boolean) => void
}

function KeepersTable({ keepers, players, isOfOneTeam, planned, onPlan }: KeepersTableProps) {
  const { season, teams, rule, my_team_id: mine } = keepers
  const places = new Map(teams.map(({ team_id: id }, index) => [id, index]))
  const team: Column<Keeper> = {
    label: 'Team',
    kind: 'text',
    sort: 'ascending',
    value: ({ team_id: id }) => places.get(id) ?? teams.length,
    cell: ({ team_id: id }) => (
      <Link to={{ tab: 'roster', team: id, season }}>
        {teams.find((each) => each.team_id === id)?.name ?? `Team ${id}`}
      </Link>
    ),
    below: 'line',
  }
  const columns: Column<Keeper>[] = [
    {
      label: 'Player',
      kind: 'head',
      sort: 'ascending',
      value: ({ player }) => player.name,
      cell: ({ player }) => (
        <Row as="span">
          <Headshot player={player.name} espnId={player.player_id} nflTeam={player.nfl_team} />
          <Stack as="span" gap={0}>
            <Link to={{ player: player.player_id }}>{player.name}</Link>
            <span className={ui.note}>
              {[player.position, player.nfl_team].filter((part) => part !== null).join(' · ')}
            </span>
          </Stack>
        </Row>
      ),
    },
    ...(isOfOneTeam ? [] : [team]),
    { label: 'Acquired', kind: 'text', cell: (keeper) => <Way keeper={keeper} />, below: 'line' },
    {
      label: 'Kept',
      kind: 'text',
      sort: 'descending',
      // The column is left out while nobody was kept.
      value: ({ years_kept: years, has_origin: isWhole }) => (years === 0 && isWhole ? null : years),
      cell: describeYears,
      missing: () => 'Not yet',
      below: 'labeled',
    },
  ]
  if (planned !== null) {
    columns.unshift({
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
      label: `Cost in ${season + 1}`,
      sort: 'ascending',
      // The cheapest come first: a late round, or a low price.
      value: ({ next_cost: cost }) => (cost !== null && rule.unit === 'round' ? -cost : cost),
      cell: ({ next_cost: cost }) => formatCost(cost ?? 0, rule.unit),
      missing: ({ obstacle }) =>
        obstacle === null ? null : <span className={ui.note}>{OBSTACLES[obstacle]}</span>,
    })
  }
  return (
    <DataTable
      caption={`Keepers for ${season + 1}`}
      columns={columns}
      rows={players}
      keyOf={({ player }) => player.player_id}
      sortedBy={{ column: 'Team', direction: 'ascending' }}
      isMine={({ team_id: id }) => !isOfOneTeam && id === mine}
      isStacked
    />
  )
}

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

type Step = Keeper['steps'][number]

function formatCost(cost: number, unit: KeeperRule['unit']): string {
  return unit === 'round' ? `Round ${cost}` : `$${cost}`
}

function describeRule(rule: KeeperRule): string {
  const { unit, step, max_years: years, max_keepers: keepers } = rule
  const last =
    unit === 'round'
      ? step === 0
        ? 'A keeper costs the pick of the same round as last time.'
        : `A keeper costs a pick ${pluralize(step, 'round')} earlier than last time.`
      : step === 0
        ? 'A keeper costs the same price as last time.'
        : `A keeper costs $${step} more than last time.`
  return [
    last,
    describeUndrafted(rule),
    years === null ? null : `A player can be kept for at most ${pluralize(years, 'year')} in a row.`,
    keepers === null ? null : `A team can keep at most ${pluralize(keepers, 'player')}.`,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ')
}

function describeUndrafted({ unit, step, undrafted, undrafted_cost: fixed }: KeeperRule): string {
  switch (undrafted) {
    case 'last_round':
      return 'Players who were not drafted cost the last round.'
    case 'bid':
      return step === 0
        ? 'Players who were not drafted cost their waiver bid.'
        : `Players who were not drafted cost their waiver bid plus $${step}.`
    case 'fixed':
      return `Players who were not drafted cost ${fixed === null ? '—' : formatCost(fixed, unit)}.`
    case 'never':
      return "Players who were not drafted can't be kept."
  }
}

function describeStep({ how, team, from_team: from, week, bid, round }: Step): string {
  const price = bid === null || bid === 0 ? '' : ` for $${bid}`
  const spot = round === null ? price : ` in round ${round}${price}`
  const when = week === null ? '' : week === 0 ? ' before Week 1' : ` in Week ${week}`
  switch (how) {
    case 'draft':
      return `Drafted by ${team}${spot}`
    case 'keeper':
      return `Kept by ${team}${spot}`
    case 'waiver':
      return `Claimed off waivers by ${team}${when}${price}`
    case 'free_agent':
      return `Added by ${team} as a free agent${when}`
    case 'trade':
      return `Traded${from === null ? '' : ` from ${from}`} to ${team}${when}`
    case 'carried_over':
      return `Stayed with ${team} without a pick`
    case 'off_season':
      return `Moved${from === null ? '' : ` from ${from}`} to ${team} in the off-season`
    case 'other':
      return from === null
        ? `Added to ${team} by a league manager${when}`
        : `Moved from ${from} to ${team} by a league manager${when}`
  }
}

const OBSTACLES: Record<NonNullable<Keeper['obstacle']>, string> = {
  max_years: 'Not eligible: kept for the maximum number of years',
  undrafted: 'Not eligible: not drafted',
  first_round: 'Not eligible: no round before the first',
  unknown: 'Cost unknown',
}

function describeYears({ years_kept: years, kept_since: since, has_origin: isWhole }: Keeper): string {
  if (years === 0) return '—'
  return `${isWhole ? '' : 'At least '}${pluralize(years, 'year')}, since ${since ?? '—'}`
}
