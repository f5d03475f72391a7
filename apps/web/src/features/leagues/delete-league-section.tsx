import { type SubmitEvent, useState } from 'react'
import { getErrorMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './league-forms.module.css'
import { archiveUrl, useDeleteLeague } from './use-league-settings.ts'

type Props = { league: string; canManage: boolean; onDeleted: () => void }

/** Takes a league away as a file, and then for good. */
export function DeleteLeagueSection({ league, canManage, onDeleted }: Props) {
  const [name, setName] = useState('')
  const remove = useDeleteLeague(league)
  if (!canManage || league === '')
    return <EmptyState>Only an admin of a league exports or deletes it.</EmptyState>

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (name !== league || remove.isPending) return
    remove.mutate(name, { onSuccess: onDeleted })
  }

  return (
    <div className={styles['section']}>
      <p>
        The archive holds everything of {league}: seasons, picks, the feed, pictures, and tables for
        spreadsheets. Passwords and cookies are not in it.
      </p>
      <a className={styles['link']} href={archiveUrl(league)} download>
        Download the archive of {league}
      </a>
      <form className={styles['apart']} onSubmit={send} aria-label="Delete the league">
        <h3>Delete {league}</h3>
        <p>
          Everything of it goes, for everybody, and nothing brings it back but an archive. Download one first.
        </p>
        <TextField
          label={`Type “${league}” to delete it`}
          value={name}
          onChange={setName}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className={styles['end']}>
          {remove.isError ? <Notice tone="bad">{getErrorMessage(remove.error, 'Failed')}</Notice> : null}
          <Button type="submit" disabled={name !== league || remove.isPending}>
            {remove.isPending ? 'Deleting…' : 'Delete for good'}
          </Button>
        </div>
      </form>
    </div>
  )
}
