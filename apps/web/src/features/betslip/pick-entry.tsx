import { viewerCutoff } from '@fieldhouse/domain/betslip/betting-week'
import { oddsFlags } from '@fieldhouse/domain/betslip/odds'
import { MAX_PICK_LENGTH } from '@fieldhouse/domain/betslip/picks-sheet'
import { HOUR_MS } from '@fieldhouse/domain/duration'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { getErrorReason, getNewerValues } from '../../api/api-client.ts'
import { useNow } from '../../api/page-environment.ts'
import { editOf, Notice, Skeleton } from '../../ui/feedback/feedback.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { useDebouncedValue } from '../../ui/forms/combobox.tsx'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Card, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { lazyNamed } from '../../ui/lazy-named.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import {
  type BetPick,
  type Bets,
  betsKey,
  formatDateTimeInZone,
  oddsWarnings,
  useSavePick,
} from './use-bets.ts'

type Props = { league: string; bets: Bets; isAdmin: boolean; timeZone: string }

export function PickEntry({ league, bets, isAdmin, timeZone }: Props) {
  const now = useNow(1000)
  const entry = getEntryWindow(bets, now, timeZone)
  const save = useSavePick(league, bets)
  useRefetchAtLock(league, bets, entry)
  return (
    <Card title={`Week ${bets.week} pick`}>
      <Stack>
        <EntryWindowStatus entry={entry} now={now} bets={bets} timeZone={timeZone} />
        {entry.state === 'open' ? (
          <PickForm league={league} bets={bets} isAdmin={isAdmin} save={save} />
        ) : null}
        {save.isError && getNewerValues(save.error) === null ? (
          <Notice tone="bad">
            <strong>Failed to save pick</strong>
            <p>{getErrorReason(save.error)}</p>
          </Notice>
        ) : null}
        {save.isSuccess ? <Notice tone="good">{save.data.message}</Notice> : null}
      </Stack>
    </Card>
  )
}

/** Refetches the week when it locks, because hidden picks become visible. */
function useRefetchAtLock(league: string, { locked }: Bets, { state }: EntryWindow): void {
  const client = useQueryClient()
  const hasJustLocked = state === 'locked' && !locked
  useEffect(() => {
    if (hasJustLocked) void client.invalidateQueries({ queryKey: betsKey(league) })
  }, [client, league, hasJustLocked])
}

type EntryWindowStatusProps = { entry: EntryWindow; now: Date; bets: Bets; timeZone: string }

function EntryWindowStatus({ entry, now, bets, timeZone }: EntryWindowStatusProps) {
  const format = (date: Date) => formatDateTimeInZone(date, timeZone, now)
  switch (entry.state) {
    case 'open':
      return (
        <Row wraps gap={3} align="baseline">
          <Countdown to={entry.closesAt} now={now} />
          <p className={ui.note}>
            Picks close {format(entry.closesAt)}
            {entry.closesAt < entry.locksAt
              ? `: 5 PM your time is before the league's cutoff, ${format(entry.locksAt)}.`
              : '.'}
          </p>
        </Row>
      )
    case 'closed':
      return (
        <Notice tone="warn">
          Entry closed at 5 PM your time ({format(entry.closesAt)}). The league's picks lock{' '}
          {format(entry.locksAt)}.
        </Notice>
      )
    case 'locked':
      return <Notice tone="info">Picks locked {format(entry.locksAt)}.</Notice>
    case 'early':
      return (
        <Notice tone="info">The {bets.season} season hasn't started yet. Picks open when it does.</Notice>
      )
  }
}

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

function Countdown({ to, now }: { to: Date; now: Date }) {
  const left = Math.max(0, to.getTime() - now.getTime())
  const isSoon = left < HOUR_MS
  const parts = splitDuration(Math.ceil(left / 1000))
  return (
    <Row
      as="p"
      wraps
      gap={3}
      align="baseline"
      className={isSoon ? ui.toned : undefined}
      role="timer"
      aria-label="Time left"
      data-tone="warn"
    >
      {parts.map(({ unit, count }) => (
        <Text key={unit} isNumeric>
          <Text size="3xl" weight={700}>
            {count}
          </Text>{' '}
          <span className={isSoon ? undefined : ui.muted}>{unit}</span>{' '}
        </Text>
      ))}
    </Row>
  )
}

function splitDuration(seconds: number): { unit: string; count: number }[] {
  let remaining = seconds
  const parts = UNITS.map(([unit, size]) => {
    const count = Math.floor(remaining / size)
    remaining -= count * size
    return { unit, count }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  return parts.slice(first === -1 ? -1 : first)
}

const PICK_EDITS = { text: editOf('the pick') }

type PickFormProps = { league: string; bets: Bets; isAdmin: boolean; save: ReturnType<typeof useSavePick> }

function PickForm({ league, bets, isAdmin, save }: PickFormProps) {
  const owners = isAdmin ? bets.owners : bets.owners.filter((name) => name === bets.owner)
  const [selectedOwner, setSelectedOwner] = useState<string | null>(null)
  const owner = [selectedOwner, bets.owner, owners[0]].find((name) => name != null && owners.includes(name))
  const saved = bets.picks.find((pick) => pick.owner === owner)
  const isHidden = saved === undefined && owner != null && !bets.missing.includes(owner)
  const form = useForm({
    initial: {
      text: toSingleLine(saved?.text ?? ''),
      selection: boardSelection(saved),
      /** What the user has read of the saved pick. */
      expected: isHidden ? undefined : { text: saved?.text ?? null },
    },
    mutation: save,
    toRequest: ({ text, ...rest }) =>
      text.trim() === '' || owner == null ? null : { owner, text: text.trim(), ...rest },
  })
  if (owner == null) return <p>Only league members can make picks.</p>

  function choose(text: string, selection: BetPick['selection'] = null) {
    form.change({ text, selection, expected: form.draft.expected })
    if (!save.isIdle) save.reset()
  }

  return (
    <ActionForm
      form={{ ...form, keepTheirs: form.reset }}
      label="Enter a pick"
      action="Save pick"
      // It stays when the form goes because the week has locked.
      fallback={() => null}
      edits={PICK_EDITS}
      noValidate
    >
      <Row wraps isSpread align="end" gap={3}>
        {owners.length > 1 ? (
          <SelectField
            label="Owner"
            options={owners}
            value={owner}
            onChange={(name) => {
              setSelectedOwner(name)
              form.reset()
            }}
            disabled={save.isPending}
          />
        ) : null}
        <OddsBoardButton league={league} bets={bets} onChoose={(bet) => choose(bet.text, bet.selection)} />
      </Row>
      <TextField
        {...form.field('text')}
        label={owners.length > 1 ? 'Pick' : 'Your pick'}
        onChange={(text) => choose(text)}
        readOnly={save.isPending}
        maxLength={MAX_PICK_LENGTH}
        autoComplete="off"
        placeholder="Bills -3 (-110)"
      />
      <OddsHint text={form.draft.text} />
      {form.draft.selection === null ? null : (
        <p className={ui.note}>From the odds board: the final score settles it.</p>
      )}
      {isHidden ? (
        <p className={ui.note}>{owner} already has a pick, hidden until the cutoff. Saving replaces it.</p>
      ) : null}
    </ActionForm>
  )
}

function boardSelection(pick: BetPick | undefined): BetPick['selection'] {
  return pick?.is_from_board ? pick.selection : null
}

function OddsHint({ text }: { text: string }) {
  const debouncedText = useDebouncedValue(text.trim())
  const warnings = debouncedText === '' ? [] : oddsWarnings(oddsFlags(debouncedText))
  return (
    <div className={ui.note} role="status">
      {warnings.length === 0 ? (
        <p>Add the odds at the end, like (-110).</p>
      ) : (
        warnings.map((warning) => (
          <p key={warning} className={ui.alert} data-tone="warn">
            {warning}
          </p>
        ))
      )}
    </div>
  )
}

/** Picks from a sheet can have several lines, but the text field has only one. */
function toSingleLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ')
}

const OddsBoard = lazyNamed(() => import('./odds-board.tsx'), 'OddsBoard')

export type BoardBet = { text: string; selection: NonNullable<BetPick['selection']> }

type OddsBoardButtonProps = { league: string; bets: Bets; onChoose: (bet: BoardBet) => void }

export function OddsBoardButton({ league, bets, onChoose }: OddsBoardButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Choose from the odds</Button>
      {isOpen ? (
        <Dialog title={`Week ${bets.week} odds`} onClose={() => setOpen(false)}>
          <Suspense fallback={<Skeleton label="Loading odds" rows={4} height={120} />}>
            <OddsBoard
              league={league}
              bets={bets}
              onChoose={(bet) => {
                onChoose(bet)
                setOpen(false)
              }}
            />
          </Suspense>
        </Dialog>
      ) : null}
    </>
  )
}

type EntryWindow = {
  /** `closed` is past Saturday 5 PM in the viewer's time zone, but before the league's cutoff. */
  state: 'open' | 'closed' | 'locked' | 'early'
  /** Earlier than `locksAt` when 5 PM in the viewer's time zone comes first. */
  closesAt: Date
  locksAt: Date
}

/**
 * `now` is the server's time. Entry closes at the server's cutoff, or at Saturday 5 PM in the viewer's
 * time zone if that is earlier. Source: decisions, 7.
 */
export function getEntryWindow(
  bets: Pick<Bets, 'season' | 'week' | 'locked' | 'cutoff'>,
  now: Date,
  timeZone: string,
): EntryWindow {
  const locksAt = new Date(bets.cutoff)
  const viewerClosesAt = viewerCutoff(bets, timeZone)
  const closesAt = viewerClosesAt < locksAt ? viewerClosesAt : locksAt
  const isLocked = now >= locksAt
  const state = isLocked ? 'locked' : bets.locked ? 'early' : now < closesAt ? 'open' : 'closed'
  return { state, closesAt, locksAt }
}
