import { useMutation } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { apiClient } from './api-client.ts'

/** The browser shows the response of a link as it is, so the page asks first for what the download needs. */
export function useConfirmedDownload() {
  const { mutate, error } = useMutation({
    mutationFn: (_url: string) => apiClient('GET /api/account/confirm/'),
    onSuccess: (_, url) => {
      const link = document.createElement('a')
      link.href = url
      link.download = ''
      link.click()
    },
  })
  const linkTo = (url: string) => ({
    download: true,
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      mutate(url)
    },
  })
  return { linkTo, error }
}
