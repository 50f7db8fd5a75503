#!/usr/bin/env node
/** The program `collections-mcp`: the MCP server on standard input and output, with what its environment says. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { mcpServer } from './server.ts';

const { COLLECTIONS_API_KEY: apiKey, COLLECTIONS_BASE_URL: baseUrl, COLLECTIONS_MCP_WRITE: write } = process.env;
if (apiKey && baseUrl) await mcpServer({ apiKey, baseUrl, write }).connect(new StdioServerTransport());
else {
  console.error('Set COLLECTIONS_API_KEY and COLLECTIONS_BASE_URL.');
  process.exitCode = 1;
}
