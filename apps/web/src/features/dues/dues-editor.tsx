import { DUES_LIMITS, nameOfPrize, PRIZE_KINDS, WEEK_PRIZES } from '@fieldhouse/domain/league/dues'
import { Plus, Trash2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { getFormErrorMessage, hasErrorCode } from '../../api/api-client.ts'
import { Notice } from '../../ui/feedback/feedback.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Checkbox, SelectField, TextArea, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Fill, Grid, Row, Stack } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { type Dues, type DuesSetup, parseAmount, toAmountInput, useChangeDues } from './use-dues.ts'

export function DuesEditor({ league, dues, onClose }: { league: string; dues: Dues; onClose: () => void }) {
  const { season, setup, previous } = dues
  // Not what others save in the meantime: the version tells whether they have.
  const [started] = useState(() => toDraft(dues))
  const remove = useChangeDues(league, 'POST /api/league/:league/dues/remove/')
  const form = useForm({
    initial: started,
    mutation: useChangeDues(league, 'POST /api/league/:league/dues/'),
    toRequest: (edited) => {
      const body = edited.version === (setup?.version ?? 0) ? toSavedSetup(edited, season) : null
      return body === null ? null : { body }
    },
    onSent: onClose,
  })
  const { draft, change: edit } = form
  const isOutdated = draft.version !== (setup?.version ?? 0)
  const editPrize = (key: string, changes: Partial<DraftPrize>) =>
    edit({ prizes: draft.prizes.map((prize) => (prize.key === key ? { ...prize, ...changes } : prize)) })

  return (
    <ActionForm
      form={{ ...form, error: form.error ?? remove.error }}
      label={`Dues of ${season}`}
      action="Save dues"
      // What another admin has saved is shown with the choice between both.
      fallback={(error) =>
        hasErrorCode(error, 'dues_changed') || isOutdated
          ? null
          : getFormErrorMessage(error, 'Failed to save.')
      }
      others={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {setup === null ? null : (
            <ConfirmButton
              question={`Remove the dues of ${season}?`}
              consequence="This is possible while no payments, adjustments or payouts are noted."
              confirmLabel="Remove dues"
              disabled={form.isPending || remove.isPending}
              onConfirm={() =>
                remove.mutate({ body: { season, version: setup.version } }, { onSuccess: onClose })
              }
            >
              Remove
            </ConfirmButton>
          )}
        </>
      }
    >
      {setup === null && previous !== null ? (
        <div>
          <Button onClick={() => edit(copyDraft(dues))}>Copy from {previous.season}</Button>
        </div>
      ) : null}
      <Stack gap={3} className={ui.card}>
        <Grid min={280}>
          <AmountField {...form.field('amount')} label="Dues per team, in dollars" required />
          <TextField {...form.field('dueOn', 'due_on')} label="Due on (optional)" type="date" />
        </Grid>
        <TextArea
          {...form.field('note')}
          label="How to pay (optional)"
          hint="Members see it with what they owe. Addresses become links."
          rows={3}
          maxLength={DUES_LIMITS.note}
        />
      </Stack>
      <h3>Prizes</h3>
      <Stack as="ol" gap={3} aria-label="Prizes">
        {draft.prizes.map((prize, index) => (
          <Stack as="li" key={prize.key} gap={2} className={ui.card}>
            <PrizeFields
              prize={prize}
              number={index + 1}
              onEdit={(changes) => editPrize(prize.key, changes)}
              onRemove={() => edit({ prizes: draft.prizes.filter(({ key }) => key !== prize.key) })}
            />
          </Stack>
        ))}
      </Stack>
      <div>
        <Button
          disabled={draft.prizes.length >= DUES_LIMITS.prizes}
          onClick={() => edit({ prizes: [...draft.prizes, newPrize(draft.prizes)] })}
        >
          <Plus size={18} aria-hidden="true" /> Add prize
        </Button>
      </div>
      {isOutdated ? (
        <Notice tone="warn">
          <Stack gap={2}>
            <p>Another admin changed the dues while you were editing. Nothing of yours is saved yet.</p>
            <Row wraps>
              <Button onClick={() => edit({ version: setup?.version ?? 0 })}>Continue with mine</Button>
              <Button onClick={() => edit(toDraft(dues))}>Take theirs</Button>
            </Row>
          </Stack>
        </Notice>
      ) : null}
    </ActionForm>
  )
}

export function AmountField(props: ComponentProps<typeof TextField>) {
  const isUnreadable = props.value !== '' && parseAmount(props.value) === null
  const problem = props.problem ?? (isUnreadable ? 'Enter an amount such as 25 or 12.50.' : undefined)
  return <TextField {...props} problem={problem} inputMode="decimal" autoComplete="off" />
}

function newPrize(prizes: readonly DraftPrize[]): DraftPrize {
  const kind = PRIZE_KINDS.find((each) => !prizes.some((prize) => prize.kind === each)) ?? 'custom'
  const numbers = prizes.flatMap(({ key }) => (key.startsWith('new-') ? Number(key.slice(4)) : []))
  const key = `new-${Math.max(0, ...numbers) + 1}`
  return { key, prizeId: null, kind, title: '', amount: '', includesPlayoffs: false }
}

const KINDS = PRIZE_KINDS.map((kind) => ({
  value: kind,
  label: kind === 'custom' ? 'Your own prize' : nameOfPrize({ kind, title: null }),
}))

type PrizeFieldsProps = {
  prize: DraftPrize
  number: number
  onEdit: (changes: Partial<DraftPrize>) => void
  onRemove: () => void
}

function PrizeFields({ prize, number, onEdit, onRemove }: PrizeFieldsProps) {
  const { kind, title, amount, includesPlayoffs } = prize
  return (
    <>
      <Row gap={3} align="end" wraps>
        <Fill>
          <SelectField
            label={`Prize ${number}`}
            options={KINDS}
            value={kind}
            onChange={(chosen) => onEdit({ kind: chosen })}
          />
        </Fill>
        <Fill>
          <AmountField
            label={
              kind === 'weekly_high' ? `Amount of prize ${number}, per week` : `Amount of prize ${number}`
            }
            value={amount}
            onChange={(text) => onEdit({ amount: text })}
            required
          />
        </Fill>
        <IconButton icon={Trash2} label={`Remove prize ${number}`} onClick={onRemove} />
      </Row>
      {kind === 'custom' ? (
        <TextField
          label={`Title of prize ${number}`}
          hint="You name the winning team."
          value={title}
          maxLength={DUES_LIMITS.title}
          onChange={(text) => onEdit({ title: text })}
          required
        />
      ) : null}
      {WEEK_PRIZES.includes(kind) ? (
        <Checkbox
          label="Include the playoffs"
          ariaLabel={`Include the playoffs in prize ${number}`}
          checked={includesPlayoffs}
          onChange={(isChecked) => onEdit({ includesPlayoffs: isChecked })}
        />
      ) : null}
    </>
  )
}

type PrizeKind = (typeof PRIZE_KINDS)[number]

type DraftPrize = {
  key: string
  prizeId: number | null
  kind: PrizeKind
  title: string
  /** As typed. */
  amount: string
  includesPlayoffs: boolean
}

type DuesDraft = {
  /** The version that the edit started from; 0 without one. */
  version: number
  /** As typed. */
  amount: string
  /** An empty text without a due date. */
  dueOn: string
  note: string
  prizes: DraftPrize[]
}

type Setup = Pick<DuesSetup, 'amount' | 'due_on' | 'note' | 'prizes'>

function toDraft({ setup }: Pick<Dues, 'setup'>): DuesDraft {
  if (setup === null) return { version: 0, amount: '', dueOn: '', note: '', prizes: [] }
  return { version: setup.version, ...fromSetup(setup, true) }
}

/** The setup of an earlier season as a new one: with other prize IDs, and due as many years later. */
function copyDraft({ season, previous }: Pick<Dues, 'season' | 'previous'>): DuesDraft {
  if (previous === null) return toDraft({ setup: null })
  const copied = fromSetup(previous, false)
  return { version: 0, ...copied, dueOn: addYears(copied.dueOn, season - previous.season) }
}

function fromSetup({ amount, due_on: dueOn, note, prizes }: Setup, keepsIds: boolean) {
  return {
    amount: toAmountInput(amount),
    dueOn: dueOn ?? '',
    note,
    prizes: prizes.map(
      (prize): DraftPrize => ({
        key: `stored-${prize.prize_id}`,
        prizeId: keepsIds ? prize.prize_id : null,
        kind: prize.kind,
        title: prize.title ?? '',
        amount: toAmountInput(prize.amount),
        includesPlayoffs: prize.includes_playoffs,
      }),
    ),
  }
}

/** February 29 becomes February 28 in other years. */
function addYears(day: string, years: number): string {
  if (day === '') return ''
  return `${Number(day.slice(0, 4)) + years}${day.slice(4).replace('-02-29', '-02-28')}`
}

/** The request that saves a draft; null while an amount or a title is missing. */
function toSavedSetup(draft: DuesDraft, season: number) {
  const amount = parseAmount(draft.amount)
  const prizes = draft.prizes.flatMap((prize) => {
    const prizeAmount = parseAmount(prize.amount)
    const isComplete = prizeAmount !== null && Number(prizeAmount) > 0
    if (!isComplete || (prize.kind === 'custom' && prize.title.trim() === '')) return []
    return {
      prize_id: prize.prizeId,
      kind: prize.kind,
      title: prize.kind === 'custom' ? prize.title.trim() : null,
      amount: prizeAmount,
      includes_playoffs: WEEK_PRIZES.includes(prize.kind) && prize.includesPlayoffs,
    }
  })
  if (amount === null || prizes.length < draft.prizes.length) return null
  return {
    season,
    version: draft.version,
    amount,
    due_on: draft.dueOn === '' ? null : draft.dueOn,
    note: draft.note.trim(),
    prizes,
  }
}
