import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { getErrorMessage } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toOption } from '../../../ui/option-search.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from './history-admin.module.css'
import { type OwnerMerges as Merges, mergesQuery, useMergeOwners, useUndoMerge } from './use-history-admin.ts'

type Props = { league: string; owners: readonly string[] }

/** Counts two accounts of one person as one, everywhere, until it is undone. */
export function OwnerMerges({ league, owners }: Props) {
  const [pair, setPair] = useState({ owner: '', into: '' })
  const merges = useQuery(mergesQuery(league))
  const merge = useMergeOwners(league)
  const options = owners.map((owner) => toOption(owner, ''))
  const canSend = pair.owner !== '' && pair.into !== '' && !merge.isPending

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (canSend) merge.mutate(pair, { onSuccess: () => setPair({ owner: '', into: '' }) })
  }

  return (
    <div className={styles['part']}>
      <form className={styles['form']} onSubmit={send} aria-label="Merge owners">
        <Combobox
          label="This owner’s seasons"
          options={options}
          value={pair.owner}
          onChange={(owner) => setPair({ ...pair, owner })}
        />
        <Combobox
          label="count as this owner’s"
          options={options}
          value={pair.into}
          onChange={(into) => setPair({ ...pair, into })}
        />
        <div className={styles['end']}>
          <Button type="submit" variant="strong" disabled={!canSend}>
            Merge
          </Button>
          {merge.isError ? (
            <Notice tone="bad">{getErrorMessage(merge.error, 'Failed to save.')}</Notice>
          ) : null}
        </div>
      </form>
      <Loaded
        query={merges}
        errorTitle="Failed to load the merges"
        skeleton={<Skeleton label="Loading the merges" rows={2} height={44} />}
      >
        {(answer) => <MergeLists league={league} response={answer} onChoose={setPair} />}
      </Loaded>
    </div>
  )
}

type MergeListsProps = {
  league: string
  response: Merges
  onChoose: (pair: { owner: string; into: string }) => void
}

function MergeLists({ league, response: { merges, suggestions }, onChoose }: MergeListsProps) {
  const undo = useUndoMerge(league)
  return (
    <>
      {suggestions.length === 0 ? null : (
        <ul className={styles['list']} aria-label="Who may be one person">
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
      {undo.isError ? <Notice tone="bad">{getErrorMessage(undo.error, 'Failed to save.')}</Notice> : null}
      {merges.length === 0 ? null : (
        <ul className={styles['list']} aria-label="Merged owners">
          {merges.map(({ id, owner, alias, alias_seasons: seasons }) => (
            <li key={id}>
              <span>
                {alias} ({seasons.join(', ')}) counts as {owner}.
              </span>
              <ConfirmButton
                label={`Undo the merge of ${alias}`}
                question={`Undo the merge of ${alias}?`}
                consequence={`${alias} and ${owner} are two owners again, everywhere.`}
                confirmLabel="Undo the merge"
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
