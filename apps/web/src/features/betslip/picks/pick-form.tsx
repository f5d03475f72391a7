import { oddsFlags } from '@fieldhouse/domain/betslip/odds'
import { MAX_PICK_LENGTH } from '@fieldhouse/domain/betslip/picks-sheet'
import { useState } from 'react'
import { editOf } from '../../../ui/feedback/edit-conflict.tsx'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import { useDebouncedValue } from '../../../ui/forms/use-debounced-value.ts'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import ui from '../../../ui/ui.module.css'
import { oddsWarnings } from '../format.ts'
import type { BetPick, Bets, useSavePick } from '../use-bets.ts'
import { OddsBoardButton } from './odds-board-button.tsx'

const PICK_EDITS = { text: editOf('the pick') }

type Props = { league: string; bets: Bets; isAdmin: boolean; save: ReturnType<typeof useSavePick> }

export function PickForm({ league, bets, isAdmin, save }: Props) {
  const owners = isAdmin ? bets.owners : bets.owners.filter((name) => name === bets.owner)
  const [selectedOwner, setSelectedOwner] = useState<string | null>(null)
  const owner = [selectedOwner, bets.owner, owners[0]].find((name) => name != null && owners.includes(name))
  const saved = bets.picks.find((pick) => pick.owner === owner)
  const isHidden = saved === undefined && owner != null && !bets.missing.includes(owner)
  const form = useForm({
    initial: {
      text: toSingleLine(saved?.text ?? ''),
      /** What a bet from the odds board is about; null for typed text. */
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
      <div>
        <OddsBoardButton league={league} bets={bets} onChoose={(bet) => choose(bet.text, bet.selection)} />
      </div>
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

/** Non-blocking warnings about the odds, updated when typing pauses. */
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
