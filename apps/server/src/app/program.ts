import { constants, type NetworkInterfaceInfo } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { DataFolderInUseError, IncompatibleDataError } from '../database/engine/database.ts'
import { DatabaseUnreachableError, DataFilesError, isDiskFull } from '../database/engine/database-errors.ts'
import { SettingsError } from '../settings.ts'

/** The server cannot listen on the configured host and port. The message tells the operator what to do. */
class ListenError extends Error {
  override name = 'ListenError'
}

/** Starts listening and returns the port, which the system chooses for port 0. Throws a ListenError. */
export async function listen(app: FastifyInstance, port: number, host: string): Promise<number> {
  try {
    await app.listen({ port, host })
  } catch (cause) {
    const message = messageFor(cause, port, host)
    throw message === null ? cause : new ListenError(message, { cause })
  }
  const actualPort = portOf(app)
  if (actualPort === null) throw new Error('the server is not listening on a port')
  return actualPort
}

type ListenSettings = { PORT: number; lanHost?: string | undefined }

/** The URL of the server itself: on this machine, or with `npm start -- --lan` on its network. */
export function localUrlOf(app: FastifyInstance, { PORT, lanHost = 'localhost' }: ListenSettings): string {
  return `http://${lanHost}:${portOf(app) ?? PORT}`
}

/** Networks of containers and virtual machines, which other devices cannot use. */
const VIRTUAL_INTERFACE = /^(?:docker|br-|veth|virbr|vmnet|cni|podman|tailscale|utun)/

/** The IPv4 address of this machine on its network, a private one first; null without one. */
export function findLanAddress(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): string | null {
  const addresses = Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL_INTERFACE.test(name))
    .flatMap(([, each]) => each ?? [])
    .filter(
      ({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'),
    )
    .map(({ address }) => address)
  const isPrivate = (address: string) => /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(address)
  return addresses.find(isPrivate) ?? addresses[0] ?? null
}

/** Returns the URL of the server itself, also while it shuts down and listens no more. */
export function trackLocalUrl(app: FastifyInstance, settings: ListenSettings): () => string {
  let url = localUrlOf(app, settings)
  app.server.on('listening', () => {
    url = localUrlOf(app, settings)
  })
  return () => url
}

function portOf(app: FastifyInstance): number | null {
  const address = app.server.address()
  return address === null || typeof address === 'string' ? null : address.port
}

function messageFor(error: unknown, port: number, host: string): string | null {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use. Stop the program that uses it, or set another PORT.`
    case 'EACCES':
      return `No permission to listen on port ${port}. Set PORT to 1024 or higher.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `This machine doesn't have the address ${host}. Set HOST to one it has, such as 127.0.0.1 or 0.0.0.0.`
    default:
      return null
  }
}

export function restrictNewFiles(): void {
  process.umask(0o077)
}

/** Runs a program until SIGTERM or SIGINT. If it fails to start, prints the reason and exits with code 1. */
export async function runUntilStopped(start: () => Promise<{ close: () => Promise<void> }>): Promise<void> {
  restrictNewFiles()
  const running: { close?: () => Promise<void> } = {}
  // Registered before the start, to handle a signal that arrives right after the URL is printed.
  stopOnSignals(['SIGTERM', 'SIGINT'], running)
  try {
    running.close = (await start()).close
  } catch (error) {
    console.error(describeStartError(error))
    process.exitCode = 1
  }
}

function stopOnSignals(signals: readonly NodeJS.Signals[], running: { close?: () => Promise<void> }): void {
  let isStopping = false
  for (const signal of signals)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      if (running.close === undefined) process.exit(128 + constants.signals[signal])
      running.close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
}

const EXPECTED_ERRORS = [
  DatabaseUnreachableError,
  DataFilesError,
  DataFolderInUseError,
  ListenError,
  IncompatibleDataError,
]

export function describeStartError(error: unknown): unknown {
  if (error instanceof SettingsError) return `Some settings are invalid:\n${indent(error.message)}`
  if (EXPECTED_ERRORS.some((ErrorClass) => error instanceof ErrorClass)) return (error as Error).message
  if (isDiskFull(error)) return 'There is no space left for the data. Free some space and start again.'
  return error
}

function indent(lines: string): string {
  return lines
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}
