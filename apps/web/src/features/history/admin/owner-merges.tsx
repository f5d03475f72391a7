import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { toOption } from '../../../ui/forms/option-search.ts'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import styles from './history-admin.module.css'
import {
  mergesQuery,
  type OwnerMerges as OwnerMergesResponse,
  useMergeOwners,
  useUndoMerge,
} from './use-history-admin.ts'

type Props = { league: string; owners: readonly string[] }

/** Merges two owners that are the same person, suggests likely duplicates and undoes merges. */
export function OwnerMerges({ league, owners }: Props) {
  const [pair, setPair] = useState({ owner: '', into: '' })
  const merges = useQuery(mergesQuery(league))
  const merge = useMergeOwners(league)
  const options = owners.map((owner) => toOption(owner, ''))
  const canSend = pair.owner !== '' && pair.into !== '' && !merge.isPending

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (canSend) merge.mutate(pair, { onSuccess: () => setPair({ owner: '', into: '' }) })
  }

  return (
    <div className={ui.stack16}>
      <form className={styles.form} onSubmit={handleSubmit} aria-label="Merge owners">
        <Combobox
          label="Owner to merge"
          options={options}
          value={pair.owner}
          onChange={(owner) => setPair({ ...pair, owner })}
        />
        <Combobox
          label="Merge into"
          options={options}
          value={pair.into}
          onChange={(into) => setPair({ ...pair, into })}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="strong" disabled={!canSend}>
            Merge
          </Button>
          <ErrorNotice error={merge.error} fallback="Failed to save." />
        </div>
      </form>
      <Loaded query={merges} name="merges" rows={2} height={44}>
        {(response) => <MergeLists league={league} response={response} onChoose={setPair} />}
      </Loaded>
    </div>
  )
}

type MergeListsProps = {
  league: string
  response: OwnerMergesResponse
  onChoose: (pair: { owner: string; into: string }) => void
}

function MergeLists({ league, response: { merges, suggestions }, onChoose }: MergeListsProps) {
  const undo = useUndoMerge(league)
  return (
    <>
      {suggestions.length === 0 ? null : (
        <ul className={styles.list} aria-label="Possible duplicates">
          {suggestions.map(({ owner, into }) => (
            <li key={`${owner} ${into}`}>
              <span>
                {owner} and {into} have the same name and never played in the same season.
              </span>
              <Button aria-label={`Choose ${owner} and ${into}`} onClick={() => onChoose({ owner, into })}>
                Choose
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ErrorNotice error={undo.error} fallback="Failed to save." />
      {merges.length === 0 ? null : (
        <ul className={styles.list} aria-label="Merged owners">
          {merges.map(({ id, owner, alias, alias_seasons: seasons }) => (
            <li key={id}>
              <span>
                {alias} ({seasons.join(', ')}) is merged into {owner}.
              </span>
              <ConfirmButton
                label={`Undo merge of ${alias}`}
                question={`Undo the merge of ${alias}?`}
                consequence={`${alias} and ${owner} will be separate owners again.`}
                confirmLabel="Undo merge"
                disabled={undo.isPending}
                onConfirm={() => undo.mutate(id)}
              >
                Undo
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
