import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { getFieldErrors, getFormErrorMessage } from '../../api/api-error.ts'
import { isLoopbackHost } from '../../api/site.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { siteSettingsQuery, useSaveSiteSettings } from './use-site-settings.ts'

type Props = {
  /** The URL that the field contains while none is confirmed. */
  detected?: string
}

/** The URL under which people open the site. A site admin confirms the detected one, or enters another. */
export function SiteAddress({ detected = window.location.origin }: Props) {
  const settings = useQuery(siteSettingsQuery)
  return (
    <Loaded query={settings} name="URL of the site" rows={1} height={72}>
      {({ address }) =>
        address.is_from_environment ? (
          <p>People open this site at {address.value}, as PUBLIC_URL in the server's environment says.</p>
        ) : (
          <AddressForm key={address.value} confirmed={address.value} detected={detected} />
        )
      }
    </Loaded>
  )
}

function AddressForm({ confirmed, detected }: { confirmed: string | null; detected: string }) {
  const [address, setAddress] = useState(confirmed ?? detected)
  const save = useSaveSiteSettings()
  const problem = getFieldErrors(save.error)['address']
  const isSaved = address === confirmed

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (address.trim() !== '' && !save.isPending) save.mutate({ address })
  }

  return (
    <Stack as="form" onSubmit={submit} aria-label="URL of the site">
      <TextField
        label="People will open this site at"
        name="address"
        type="url"
        autoComplete="off"
        spellCheck={false}
        value={address}
        onChange={setAddress}
        problem={problem}
        hint="Links in emails lead there, and so do pages under any other URL of this server."
      />
      {URL.canParse(address) && isLoopbackHost(new URL(address).hostname) ? (
        <Notice tone="warn">
          Only this machine can open that. For your Wi-Fi, start the server with npm start -- --lan.
        </Notice>
      ) : null}
      {save.isError && problem === undefined ? (
        <Notice tone="bad">{getFormErrorMessage(save.error, 'Failed to save.')}</Notice>
      ) : null}
      {isSaved ? <Notice tone="good">This is the URL of the site.</Notice> : null}
      <Row>
        <Button type="submit" disabled={isSaved || address.trim() === '' || save.isPending}>
          {save.isPending ? 'Saving…' : 'Confirm'}
        </Button>
      </Row>
    </Stack>
  )
}
