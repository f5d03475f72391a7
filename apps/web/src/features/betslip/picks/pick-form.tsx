import { oddsFlags } from '@fieldhouse/domain/betslip/odds'
import { MAX_PICK_LENGTH } from '@fieldhouse/domain/betslip/picks-sheet'
import { type SubmitEvent, useState } from 'react'
import { getFieldErrors } from '../../../api/api-error.ts'
import { EditConflict, editOf } from '../../../ui/feedback/edit-conflict.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import { useDebouncedValue } from '../../../ui/forms/use-debounced-value.ts'
import ui from '../../../ui/ui.module.css'
import { oddsWarnings } from '../format.ts'
import type { BetPick, Bets, useSavePick } from '../use-bets.ts'
import { type BoardBet, OddsBoardButton } from './odds-board-button.tsx'
import styles from './pick-form.module.css'

type Draft = {
  text: string
  /** What a bet from the odds board is about; null for typed text. */
  selection: BoardBet['selection'] | null
  read: { text: string | null } | undefined
}

const PICK_EDITS = { text: editOf('the pick') }

type Props = { league: string; bets: Bets; isAdmin: boolean; save: ReturnType<typeof useSavePick> }

export function PickForm({ league, bets, isAdmin, save }: Props) {
  const owners = isAdmin ? bets.owners : bets.owners.filter((name) => name === bets.owner)
  const [selectedOwner, setSelectedOwner] = useState<string | null>(null)
  // The unsaved text, and what the user read of the saved pick; null while the field shows the saved pick.
  const [draft, setDraft] = useState<Draft | null>(null)
  const owner = [selectedOwner, bets.owner, owners[0]].find((name) => name != null && owners.includes(name))
  if (owner == null) return <p>Only league members can make picks.</p>

  const saved = bets.picks.find((pick) => pick.owner === owner)
  const isHidden = saved === undefined && !bets.missing.includes(owner)
  const read = isHidden ? undefined : { text: saved?.text ?? null }
  const text = draft?.text ?? toSingleLine(saved?.text ?? '')
  const selection = draft === null ? boardSelection(saved) : draft.selection
  const isReady = text.trim() !== '' && !save.isPending

  function handleChange(value: string, selection: Draft['selection'] = null) {
    setDraft({ text: value, selection, read: draft === null ? read : draft.read })
    if (!save.isIdle) save.reset()
  }

  function chooseOwner(name: string) {
    setSelectedOwner(name)
    setDraft(null)
    if (!save.isIdle) save.reset()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isReady) savePick(draft === null ? read : draft.read)
  }

  function savePick(expected: Draft['read']) {
    if (owner != null)
      save.mutate({ owner, text: text.trim(), selection, expected }, { onSuccess: () => setDraft(null) })
  }

  function discardDraft() {
    setDraft(null)
    save.reset()
  }

  return (
    <form className={ui.stack8} onSubmit={submit} aria-label="Enter a pick" noValidate>
      <div>
        <OddsBoardButton
          league={league}
          bets={bets}
          onChoose={(bet) => handleChange(bet.text, bet.selection)}
        />
      </div>
      <div className={styles.fields} data-two={owners.length > 1 || undefined}>
        {owners.length > 1 ? (
          <SelectField
            label="Owner"
            options={owners}
            value={owner}
            onChange={chooseOwner}
            disabled={save.isPending}
          />
        ) : null}
        <TextField
          label={owners.length > 1 ? 'Pick' : 'Your pick'}
          value={text}
          onChange={(value) => handleChange(value)}
          readOnly={save.isPending}
          maxLength={MAX_PICK_LENGTH}
          autoComplete="off"
          placeholder="Bills -3 (-110)"
          problem={getFieldErrors(save.error)['text']}
        />
        <Button type="submit" variant="strong" disabled={!isReady}>
          {save.isPending ? 'Saving…' : 'Save pick'}
        </Button>
      </div>
      <OddsHint text={text} />
      {selection === null ? null : (
        <p className={ui.note}>From the odds board: the final score settles it.</p>
      )}
      <EditConflict
        error={save.error}
        edits={PICK_EDITS}
        isSaving={save.isPending}
        onKeepTheirs={discardDraft}
        onSaveMine={savePick}
      />
      {isHidden ? (
        <p className={ui.note}>{owner} already has a pick, hidden until the cutoff. Saving replaces it.</p>
      ) : null}
    </form>
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
          <p key={warning} className={styles.warning}>
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
