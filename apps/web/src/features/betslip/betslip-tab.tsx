import { BET_WEEKS } from '@fieldhouse/domain/betslip/betting-week'
import { MAX_ODDS, PARLAY_LEGS } from '@fieldhouse/domain/betslip/odds'
import { centsFromDollars } from '@fieldhouse/domain/money'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { getErrorMessage, getErrorReason, resolveEndpoint } from '../../api/api-client.ts'
import type { SeasonViewProps } from '../../api/operations.ts'
import { deviceTimeZone, shownTimeZone } from '../../api/page-environment.ts'
import { useLocation, useRouter } from '../../router/router.ts'
import { Loaded, Notice, Skeleton } from '../../ui/feedback/feedback.tsx'
import { formatCount, formatPoints } from '../../ui/format/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Checkbox, SelectField } from '../../ui/forms/field.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Card, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { SeasonSwitch, TabHeader } from '../../ui/navigation/tab-header.tsx'
import { HorizontalScroller } from '../../ui/navigation/tabs.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { PicksTable, SlipCalculator } from './bet-slip.tsx'
import styles from './betslip.module.css'
import { PickEntry } from './pick-entry.tsx'
import {
  type Bets,
  type BetWeek,
  betsQuery,
  formatAmountInput,
  formatWeeks,
  type LowestScorer,
  type SheetImport,
  useNotePayment,
  useRefreshFromSheet,
} from './use-bets.ts'

const SeasonLedger = lazyNamed(() => import('./season-ledger.tsx'), 'SeasonLedger')

type Props = SeasonViewProps & {
  /** Whether the league plays for head-to-head points, so that each week has a lowest scorer. */
  hasLowestScorers: boolean
  isAdmin: boolean
  timeZone?: string
}

export function BetslipTab({
  league,
  seasons,
  hasLowestScorers,
  isAdmin,
  timeZone = shownTimeZone() ?? deviceTimeZone(),
}: Props) {
  const router = useRouter()
  const { season, week } = useLocation()
  const current = useQuery({ ...betsQuery(league, { season, week: null }), enabled: week === null })
  // Once the current week is locked, people come to pick for the next one. A week that locks later stays.
  const [landing, setLanding] = useState<{ season: number | null; openWeek: number | null } | null>(null)
  if (current.data !== undefined && landing?.season !== season)
    setLanding({ season, openWeek: findOpenWeek(current.data) })
  const openWeek = week === null && landing?.season === season ? landing.openWeek : null
  const chosen = { season, week: week ?? openWeek }
  const query = useQuery({ ...betsQuery(league, chosen), placeholderData: keepPreviousData })
  const shownWeek = chosen.week ?? query.data?.week
  return (
    <Stack as="section" gap={3} aria-label="Betslip">
      <TabHeader
        title="Weekly Parlay Picks"
        label={shownWeek === undefined ? undefined : `Week ${shownWeek}`}
      >
        <SeasonSwitch seasons={seasons} loaded={query.data?.season} to={{ week: null }} />
      </TabHeader>
      <Loaded query={query} errorTitle="Failed to load the Betslip" skeleton={<BetslipSkeleton />}>
        {(bets) => (
          <>
            <WeekScroller
              bets={bets}
              week={shownWeek ?? bets.week}
              onChoose={(next) => router.navigate({ week: next })}
            />
            {openWeek === null ? null : (
              <Row as="p" wraps gap={1} className={ui.muted}>
                Week {bets.current_week} is locked.{' '}
                <Button variant="quiet" onClick={() => router.navigate({ week: bets.current_week })}>
                  See how its slip stands
                </Button>
              </Row>
            )}
            <BetslipWeek
              key={`${bets.season} ${bets.week}`}
              league={league}
              bets={bets}
              hasLowestScorers={hasLowestScorers}
              isAdmin={isAdmin}
              timeZone={timeZone}
              isOutdated={query.isPlaceholderData}
            />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

/** The first week that can still be edited, if the current week can't be; null if it can, and if there is none. */
function findOpenWeek(bets: Bets): number | null {
  if (!bets.locked) return null
  return bets.weeks.find(({ week, locked }) => week > bets.current_week && !locked)?.week ?? null
}

function BetslipSkeleton() {
  return (
    <>
      <Skeleton label="Loading weeks" rows={1} height={50} />
      <Stack className={styles.week}>
        <Skeleton label="Loading picks" rows={6} height={64} />
        <div className={styles.slip}>
          <Skeleton label="Loading bet slip" rows={1} height={440} />
        </div>
      </Stack>
    </>
  )
}

type BetslipWeekProps = Pick<Props, 'league' | 'hasLowestScorers' | 'isAdmin'> & {
  bets: Bets
  timeZone: string
  isOutdated: boolean
}

function BetslipWeek({ league, bets, hasLowestScorers, isAdmin, timeZone, isOutdated }: BetslipWeekProps) {
  // Nothing moves under the person who saves a pick, or while a week locks.
  const [entersFirst] = useState(
    () => !bets.locked && bets.owner !== null && bets.missing.includes(bets.owner),
  )
  const entryRef = useRef<HTMLDivElement>(null)
  const entry = (
    <div ref={entryRef} tabIndex={-1}>
      <PickEntry league={league} bets={bets} isAdmin={isAdmin} timeZone={timeZone} />
    </div>
  )
  return (
    <Stack className={styles.week} inert={isOutdated}>
      <Stack>
        {entersFirst ? entry : null}
        <Card title="Picks">
          {entersFirst || bets.locked ? null : (
            <Button variant="quiet" onClick={() => entryRef.current?.focus()}>
              Go to the pick entry
            </Button>
          )}
          <PicksTable league={league} bets={bets} isAdmin={isAdmin} />
          <Row as="p" wraps gap={3} className={ui.note}>
            Download as CSV: <ExportLink league={league} season={bets.season} week={bets.week} />
            <ExportLink league={league} season={bets.season} />
          </Row>
        </Card>
        {entersFirst ? null : entry}
      </Stack>
      <Stack className={styles.slip}>
        <SlipCalculator bets={bets} />
        <LowestScorerCard league={league} bets={bets} isAdmin={isAdmin} hasLowestScorers={hasLowestScorers} />
      </Stack>
      <Stack>
        {isAdmin ? (
          <Card title="Picks from Google Sheets">
            <SheetRefresh league={league} week={bets} hasSheet={bets.has_sheet} />
          </Card>
        ) : null}
        <Guidelines />
        <Disclosure
          title={`${bets.season} season ledger`}
          skeleton={<Skeleton label="Loading ledger" rows={4} height={32} />}
        >
          <SeasonLedger league={league} season={bets.season} />
        </Disclosure>
      </Stack>
    </Stack>
  )
}

function ExportLink({ league, season, week }: { league: string; season: number; week?: number }) {
  const { path } = resolveEndpoint('GET /api/league/:league/bets/export/', {
    params: { league },
    query: { season, week },
  })
  return (
    <a className={ui.standaloneLink} href={path} download>
      {week === undefined ? `${season} season` : `Week ${week}`}
    </a>
  )
}

const GUIDELINES = [
  'Each owner makes one pick per week. You can change yours until the cutoff.',
  "The cutoff is Saturday at 5pm CST, or 5pm your time if that's earlier.",
  `The slip is a ${PARLAY_LEGS}-leg parlay. One lost leg loses the slip. Push and void legs count as 1.0.`,
  `Odds are capped at +${MAX_ODDS}. Picks with no odds or odds above the cap are saved and flagged.`,
  'Only Sunday and Monday game bets are allowed.',
  'Opponents of picked teams cannot be picked.',
  `The bet is $10 in the regular season (Weeks 1–13) and $50 in the playoffs (Weeks 14–${BET_WEEKS}). If your playoffs start in a different week, the bet changes that week.`,
  "The previous week's lowest scorer pays. The Week 13 lowest scorer carries over to Week 1 of next year.",
]

function Guidelines() {
  return (
    <Disclosure title="Guidelines">
      <Stack as="ul" gap={2}>
        {GUIDELINES.map((guideline) => (
          <li key={guideline}>{guideline}</li>
        ))}
      </Stack>
    </Disclosure>
  )
}

type WeekScrollerProps = { bets: Bets; week: number; onChoose: (week: number) => void }

function WeekScroller({ bets: { weeks, current_week }, week, onChoose }: WeekScrollerProps) {
  const id = useId()
  return (
    <>
      <HorizontalScroller selected={String(week)}>
        {(row) => (
          <div {...row} role="toolbar" aria-label="Week">
            {weeks.map((item) => (
              <Button
                key={item.week}
                className={styles.weekButton}
                data-at={item.week}
                aria-pressed={item.week === week}
                aria-current={item.week === current_week || undefined}
                aria-describedby={item.locked ? id : undefined}
                tabIndex={item.week === week ? 0 : -1}
                onClick={() => onChoose(item.week)}
              >
                W{item.week}
                {item.locked ? <Lock size={12} aria-hidden="true" /> : null}
              </Button>
            ))}
          </div>
        )}
      </HorizontalScroller>
      <span id={id} hidden>
        Locked
      </span>
    </>
  )
}

function SheetRefresh({ league, week, hasSheet }: { league: string; week: BetWeek; hasSheet: boolean }) {
  const refresh = useRefreshFromSheet(league, week)
  if (!hasSheet)
    return (
      <p className={ui.note}>This league doesn't have a Google Sheet yet. Add one in the league settings.</p>
    )
  return (
    <Stack gap={3}>
      <div>
        <Button disabled={refresh.isPending} onClick={() => refresh.mutate({ includesLockedWeeks: false })}>
          {refresh.isPending ? 'Refreshing…' : 'Refresh from Google'}
        </Button>
      </div>
      {refresh.isError ? (
        <Notice tone="bad">
          <strong>Failed to refresh from Google</strong>
          <p>{getErrorReason(refresh.error)}</p>
        </Notice>
      ) : null}
      {refresh.isSuccess ? <ImportResult result={refresh.data} /> : null}
      {refresh.isSuccess && refresh.data.locked > 0 ? (
        <LockedWeeks
          count={refresh.data.locked}
          onConfirm={() => refresh.mutate({ includesLockedWeeks: true })}
        />
      ) : null}
    </Stack>
  )
}

/** Offers to import the picks of locked weeks, which a refresh leaves as they are. */
function LockedWeeks({ count, onConfirm }: { count: number; onConfirm: () => void }) {
  const picks = formatCount(count, 'pick')
  return (
    <Stack gap={3}>
      <p>
        {picks} of locked weeks {count === 1 ? 'differs' : 'differ'} from the sheet and stayed as{' '}
        {count === 1 ? 'it is' : 'they are'}.
      </p>
      <div>
        <ConfirmButton
          question="Import locked weeks too?"
          consequence={`This replaces ${picks} after the cutoff and clears the results. Everyone sees it in the pick history, and the audit log records it.`}
          confirmLabel="Import locked weeks"
          onConfirm={onConfirm}
        >
          Import locked weeks too
        </ConfirmButton>
      </div>
    </Stack>
  )
}

function ImportResult({ result: { message, unchanged, kept, skipped } }: { result: SheetImport }) {
  return (
    <>
      <Notice tone={skipped.length > 0 ? 'warn' : 'good'}>
        {message}
        {unchanged > 0 ? ` ${formatCount(unchanged, 'pick')} unchanged.` : ''}
      </Notice>
      <NumberGroups
        title="Edited picks kept"
        numbers={kept.map(({ owner, season, week }) => [`${owner}, ${season}`, week])}
        format={formatWeeks}
      />
      <NumberGroups
        title="Skipped rows"
        numbers={skipped.map(({ reason, row }) => [reason, row])}
        format={(rows) => `${rows.length === 1 ? 'Row' : 'Rows'} ${rows.join(', ')}`}
      />
    </>
  )
}

type NumberGroupsProps = {
  title: string
  numbers: readonly (readonly [label: string, number: number])[]
  format: (numbers: readonly number[]) => string
}

function NumberGroups({ title, numbers, format }: NumberGroupsProps) {
  const groups = new Map<string, number[]>()
  for (const [label, number] of numbers) groups.set(label, [...(groups.get(label) ?? []), number])
  if (groups.size === 0) return null
  return (
    <details className={ui.link} open>
      <summary>{title}</summary>
      <Stack as="ul" gap={2} className={ui.scrolls}>
        {[...groups].map(([label, group]) => (
          <li key={label}>
            {label} <span className={ui.note}>{format(group)}</span>
          </li>
        ))}
      </Stack>
    </details>
  )
}

type LowestScorerCardProps = Omit<BetslipWeekProps, 'timeZone' | 'isOutdated'>

function LowestScorerCard({ league, bets, isAdmin, hasLowestScorers }: LowestScorerCardProps) {
  const { lowest_scorer, season, week, payment } = bets
  const hasPayer = lowest_scorer !== null || payment.covered_by !== null
  return (
    <Card title="Lowest scorer">
      {lowest_scorer === null ? (
        <p className={ui.note}>
          {!hasLowestScorers
            ? 'Only leagues with head-to-head points have a lowest scorer who covers the slip.'
            : week === 1
              ? `The lowest scorer in Week 13 of ${season - 1} covers this slip. Those scores aren't available.`
              : `The lowest scorer in Week ${week - 1} covers this slip. Scores aren't final yet.`}
        </p>
      ) : (
        <Payer payer={lowest_scorer} bets={bets} />
      )}
      {hasPayer || isAdmin ? <SlipPayment league={league} bets={bets} isAdmin={isAdmin} /> : null}
    </Card>
  )
}

function Payer({ payer, bets: { bet_amount, season, week } }: { payer: LowestScorer; bets: Bets }) {
  const bet = `$${formatAmountInput(centsFromDollars(bet_amount))}`
  const isCarriedOver = payer.season !== season
  return (
    <Stack gap={2}>
      <Row isSpread gap={4}>
        <div className={ui.breakable}>
          <Text as="p" isTitle size="l" weight={700}>
            {payer.team}
          </Text>
          <p className={ui.note}>{payer.owner}</p>
        </div>
        <Text as="p" isNumeric size="3xl" weight={700}>
          {formatPoints(payer.score)}
        </Text>
      </Row>
      <p className={ui.note}>
        {isCarriedOver
          ? `Lowest scorer in Week ${payer.week} of ${payer.season}, so covers the ${bet} Week ${week} slip (carried over).`
          : `Lowest scorer in Week ${payer.week}, so covers the ${bet} Week ${week} slip.`}
        {payer.tied_with.length === 0
          ? ''
          : ` Tied with ${new Intl.ListFormat('en').format(payer.tied_with)}.`}
      </p>
    </Stack>
  )
}

function SlipPayment({ league, bets, isAdmin }: { league: string; bets: Bets; isAdmin: boolean }) {
  const { payment, lowest_scorer, owners } = bets
  const note = useNotePayment(league, bets)
  const shown = note.isPending ? { ...payment, ...note.variables } : payment
  const lowestScorer = lowest_scorer === null ? 'Lowest scorer' : `Lowest scorer (${lowest_scorer.owner})`
  // Somebody who has left the league stays in the list while they cover the slip.
  const others = new Set([...owners, ...(shown.covered_by === null ? [] : [shown.covered_by])])
  return (
    <div className={ui.subsection} aria-busy={note.isPending}>
      {isAdmin ? (
        <SelectField
          label="Covered by"
          options={[
            { value: '', label: lowestScorer },
            ...[...others].map((owner) => ({ value: owner, label: owner })),
          ]}
          value={shown.covered_by ?? ''}
          onChange={(owner) => note.mutate({ covered_by: owner === '' ? null : owner })}
        />
      ) : shown.covered_by === null ? null : (
        <p>Covered by {shown.covered_by}.</p>
      )}
      {payment.can_note ? (
        <Checkbox
          label="Paid"
          note="For the record only. Clear it to undo."
          checked={shown.paid}
          onChange={(paid) => note.mutate({ paid })}
        />
      ) : (
        <p className={ui.note}>{shown.paid ? 'Paid.' : 'Not paid yet.'}</p>
      )}
      {note.isError ? (
        <Notice tone="bad">{getErrorMessage(note.error, 'Something went wrong.')}</Notice>
      ) : null}
    </div>
  )
}
