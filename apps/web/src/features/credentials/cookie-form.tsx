import { parseCookies } from '@fieldhouse/domain/league/provider-input'
import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextArea, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Grid, Stack } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx'
import { useSaveCookies } from './use-cookies.ts'

type Props = {
  /** '' when no league is selected. */
  league: string
  disabled: boolean
}

const EMPTY_VALUES = { raw: '', swid: '', s2: '' }

const NO_COOKIES = { swid: '', s2: '', force: false }

const TYPED = { autoComplete: 'off', spellCheck: false } as const

export function CookieForm({ league, disabled }: Props) {
  const save = useSaveCookies(league)
  const form = useForm({
    initial: EMPTY_VALUES,
    mutation: save,
    check: () => ({ raw: league === '' ? 'Select a league first.' : undefined }),
    toRequest: ({ swid, s2 }) => (swid.trim() === '' && s2.trim() === '' ? null : { swid, s2, force: false }),
  })
  const [isClipboardUnreadable, setClipboardUnreadable] = useState(false)
  const raw = form.field('raw')
  const isClearing = save.variables?.swid === '' && save.variables.s2 === ''

  function findCookies(text: string) {
    const { swid, s2 } = parseCookies(text)
    setClipboardUnreadable(false)
    // A cookie that the text doesn't contain is left as it is.
    form.change({ raw: text, ...(swid === null ? {} : { swid }), ...(s2 === null ? {} : { s2 }) })
  }

  return (
    <ActionForm
      form={form}
      label="Provider Cookies"
      action="Save cookies"
      busy="Testing and saving…"
      fallback={isClearing ? 'Failed to clear.' : 'Failed to save.'}
      isReady={!disabled && form.draft.swid + form.draft.s2 !== ''}
      outcome={
        save.data === undefined || !form.isSaved ? null : (
          <Notice tone={save.data.state === 'untested' ? 'warn' : 'good'}>{save.data.message}</Notice>
        )
      }
      others={
        <>
          {isRejectedByProvider(save.error) ? (
            <Button onClick={() => form.send({ force: true })}>Save anyway</Button>
          ) : null}
          <ConfirmButton
            disabled={disabled || league === '' || save.isPending}
            question={`Clear the cookies for ${league}?`}
            consequence="This deletes the league's cookies. Refreshes will use the server's cookies, if it has any."
            confirmLabel="Yes, clear"
            onConfirm={() => form.send(NO_COOKIES)}
          >
            Clear cookies
          </ConfirmButton>
        </>
      }
    >
      <Stack gap={2}>
        <TextArea
          {...raw}
          {...TYPED}
          label="Raw Cookie"
          rows={3}
          disabled={disabled}
          onChange={findCookies}
          problem={
            isClipboardUnreadable
              ? 'Could not read clipboard. Paste manually into the Raw Cookie field.'
              : raw.problem
          }
          hint={foundCookiesHint(raw.value)}
        />
        <div>
          <Button
            disabled={disabled}
            onClick={() => void readClipboard().then(findCookies, () => setClipboardUnreadable(true))}
          >
            <ClipboardPaste size={18} aria-hidden="true" /> Paste from clipboard
          </Button>
        </div>
      </Stack>
      <Grid min={240}>
        <TextField
          {...form.field('swid')}
          {...TYPED}
          label="SWID"
          hint="Include the { }."
          disabled={disabled}
        />
        <TextField
          {...form.field('s2')}
          {...TYPED}
          label="espn_s2"
          hint="A few hundred characters long."
          disabled={disabled}
        />
      </Grid>
    </ActionForm>
  )
}

/** Rejects when the browser has no clipboard API or the user denies access. */
async function readClipboard(): Promise<string> {
  return await navigator.clipboard.readText()
}

function foundCookiesHint(text: string): string {
  if (text.trim() === '') return "Paste the whole cookie; we'll find both values."
  const { swid, s2 } = parseCookies(text)
  if (swid !== null && s2 !== null) return 'Found SWID and espn_s2.'
  if (swid !== null) return 'Found SWID, but no espn_s2.'
  if (s2 !== null) return 'Found espn_s2, but no SWID.'
  return 'No cookies found.'
}

/**
 * Whether ESPN rejected the cookies. Text that contains no cookie has the same error code with field errors,
 * and cannot be saved even with `force`.
 */
function isRejectedByProvider(error: unknown): boolean {
  return (
    error instanceof ApiError && error.code === 'cookies_refused' && Object.keys(error.fields).length === 0
  )
}
