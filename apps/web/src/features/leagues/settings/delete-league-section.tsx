import { useConfirmedDownload } from '../../../api/use-confirmed-download.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { archiveUrl, useDeleteLeague } from './use-league-settings.ts'

type Props = { league: string; canManage: boolean; onDeleted: () => void }

export function DeleteLeagueSection({ league, canManage, onDeleted }: Props) {
  const form = useForm({
    initial: { name: '' },
    mutation: useDeleteLeague(league),
    toRequest: ({ name }) => (name === league ? name : null),
    onSent: onDeleted,
  })
  const download = useConfirmedDownload()
  if (!canManage || league === '')
    return <EmptyState>Only league admins can export or delete the league.</EmptyState>

  return (
    <Stack>
      <p>
        The archive contains all data of {league}: seasons, picks, the feed, pictures and CSV files for
        spreadsheets. It doesn't include passwords or cookies.
      </p>
      <ErrorNotice error={download.error} fallback="Failed to download the archive." />
      <a className={ui.standaloneLink} href={archiveUrl(league)} {...download.linkTo(archiveUrl(league))}>
        Download the {league} archive
      </a>
      <ActionForm
        form={form}
        className={ui.subsection}
        label="Delete league"
        action="Delete permanently"
        busy="Deleting…"
        fallback="Failed"
        isStrong={false}
      >
        <h3>Delete {league}</h3>
        <p>Permanently deletes the league for everyone. Download a backup first.</p>
        <TextField
          {...form.field('name')}
          label={`Type “${league}” to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </ActionForm>
    </Stack>
  )
}
