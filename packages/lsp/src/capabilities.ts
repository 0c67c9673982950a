/** What this server can do, and what of the editor's abilities it asks for. */
import {
  type ClientCapabilities,
  CodeActionKind,
  type InitializeParams,
  MarkupKind,
  PositionEncodingKind,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';

import { serverCommands } from './protocol.ts';

export interface ClientFeatures {
  relatedInformation: boolean;
  /** Code actions may have a kind, and not only a command. */
  codeActionLiterals: boolean;
  markdownHover: boolean;
  /** It can open a web page in a browser. */
  showDocument: boolean;
  /** It says when folders are added and removed. */
  workspaceFolders: boolean;
}

export function featuresOf({ textDocument, window, workspace }: ClientCapabilities): ClientFeatures {
  return {
    relatedInformation: textDocument?.publishDiagnostics?.relatedInformation === true,
    codeActionLiterals: textDocument?.codeAction?.codeActionLiteralSupport !== undefined,
    markdownHover: textDocument?.hover?.contentFormat?.includes(MarkupKind.Markdown) === true,
    showDocument: window?.showDocument?.support === true,
    workspaceFolders: workspace?.workspaceFolders === true,
  };
}

export function capabilitiesFor(): ServerCapabilities {
  return {
    // The one encoding that every editor has, whatever others it offers.
    positionEncoding: PositionEncodingKind.UTF16,
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    hoverProvider: true,
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
    executeCommandProvider: { commands: Object.values(serverCommands) },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  };
}

/** Older editors know one folder only. */
export function foldersOf({ workspaceFolders, ...older }: InitializeParams): string[] {
  const folders = workspaceFolders ?? null;
  if (folders !== null) return folders.map(({ uri }) => uri);
  const { rootUri } = older as { rootUri?: string | null };
  return typeof rootUri === 'string' ? [rootUri] : [];
}
